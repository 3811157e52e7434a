"""More cells for lesson 2: clipping, steps inside backward, and hooks in the wrong place."""

CELLS = {
    ("another-h-than-the-loss-knows",): """
import torch
t = torch.ones(1, requires_grad=True)
inner = t * 3
out = inner * inner
again = t * 3  # the same value, and no part of out
again.retain_grad()
out.backward()
print(again.grad)  # prints: None
""",
    ("gradient-taken-apart", "one-list-stays-empty"): """
import torch
whole, parts, nothing = [], [], []
whole.append(torch.zeros(3))
parts.extend(torch.zeros(3))
print(len(whole), len(parts), len(nothing))  # prints: 1 3 0
""",
    ("freed-before-the-step", "hook-takes-no-step"): """
import torch
t = torch.ones(1, requires_grad=True)
(t * 5).backward()
print(t.grad, t.item())  # prints: tensor([5.]) 1.0
t.grad = None
print(t.grad, t.item())  # prints: None 1.0
""",
    ("step-remembers-the-last-one", "another-rule-than-sgd"): """
import torch
for momentum in (0.0, 0.5):
    t = torch.zeros(1, requires_grad=True)
    toy_steps = torch.optim.SGD([t], lr=1.0, momentum=momentum)
    for _ in range(2):
        t.grad = torch.ones(1)  # the same gradient twice
        toy_steps.step()
    print(t.item())
# prints: -2.0
# prints: -2.5
""",
    ("gradient-of-the-leaf",): """
import torch
t = torch.ones(1, requires_grad=True)
inner = t * 4
inner.register_hook(lambda grad: print("at inner:", grad.item()))
(inner * 2).backward()  # prints: at inner: 2.0
print("at t:", t.grad.item())  # prints: at t: 8.0
""",
    ("records-the-none", "extend-returns-the-list"): """
numbers = [3, 1, 2]
result = numbers.sort()  # edits in place, and gives nothing back
print(result, numbers)  # prints: None [1, 2, 3]
""",
    ("tensor-hook-for-the-step", "reads-grad-field-inside", "reads-grad-fields-inside"): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: print("in the hook:", t.grad))
(t * 3).backward()  # prints: in the hook: None
print("afterwards:", t.grad)  # prints: afterwards: tensor([3.])
""",
    ("tensor-hook-comes-too-early",): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: print("tensor hook:", grad, t.grad))
t.register_post_accumulate_grad_hook(lambda p: print("later:", p.grad))
(t * 3).backward()
# prints: tensor hook: tensor([3.]) None
# prints: later: tensor([3.])
""",
    ("some-parameters-forgotten", "hook-on-another-tensor", "hook-on-a-side-copy"): """
import torch
one, two = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
noted = []
one.register_hook(lambda grad: noted.append("a"))
copy = two.clone()
copy.register_hook(lambda grad: noted.append("copy of b"))
(one * two).backward()
print(noted)  # prints: ['a']
""",
    ("zeroed-is-not-freed",): """
import torch
g = torch.ones(1000)
print(g.untyped_storage().nbytes())  # prints: 4000
g.zero_()
print(g.untyped_storage().nbytes())  # prints: 4000
""",
    ("post-accumulate-on-a-non-leaf",): """
import torch
t = torch.ones(1, requires_grad=True)
inner = t * 2
try:
    inner.register_post_accumulate_grad_hook(print)
except RuntimeError as error:
    print("leaf" in str(error))  # prints: True
""",
    ("handle-is-the-gradient",): """
import torch
t = torch.ones(1, requires_grad=True)
result = t.register_hook(lambda grad: None)
print(type(result).__name__)  # prints: RemovableHandle
""",
    ("clips-the-running-total", "records-the-running-total", "alarm-on-the-running-total"): """
import torch
t = torch.ones(1, requires_grad=True)
totals = []
t.register_post_accumulate_grad_hook(lambda p: totals.append(p.grad.item()))
(t * 3).backward()
(t * 4).backward()
print(totals)  # prints: [3.0, 7.0]
""",
    (
        "tensor-hook-sees-the-sum",
        "a-call-for-the-total",
        "grad-is-late-for-everybody",
        "post-accumulate-comes-first",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
t.register_post_accumulate_grad_hook(lambda p: noted.append(("total", p.grad.item())))
t.register_hook(lambda grad: noted.append(("pass", grad.item())))
(t * 5).backward()
(t * 1).backward()
print(noted)  # prints: [('pass', 5.0), ('total', 5.0), ('pass', 1.0), ('total', 6.0)]
""",
    ("steps-uphill",): """
import torch
t = torch.tensor([3.0], requires_grad=True)
(t**2).backward()
print(t.grad)  # prints: tensor([6.])
print((3.0 + 0.1 * 6) ** 2 > 9, (3.0 - 0.1 * 6) ** 2 < 9)  # prints: True True
""",
    ("new-tensor-instead-of-step", "clips-what-nobody-reads", "local-name-grad"): """
import torch
t = torch.ones(1)
def change(p):
    p = p - 1  # a new tensor under a local name
change(t)
print(t)  # prints: tensor([1.])
""",
    ("gradient-not-freed", "step-clears-the-gradient"): """
import torch
t = torch.ones(1, requires_grad=True)
sgd = torch.optim.SGD([t], lr=0.1)
(t * 4).backward()
sgd.step()
print(t.grad)  # prints: tensor([4.])
""",
    ("tensor-hook-arguments",): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
t.register_hook(lambda *told: noted.append(len(told)))
t.sum().backward()
print(noted)  # prints: [1]
""",
    ("returns-something-else",): """
import torch
t = torch.ones(2, requires_grad=True)
t.register_hook(lambda grad: 5.0)
try:
    t.sum().backward()
except (TypeError, RuntimeError) as error:
    print(error)  # prints: expected Variable, but hook returned 'float'
""",
    ("hook-on-a-tensor-without-grad", "hook-on-a-frozen-parameter"): """
import torch
plain = torch.ones(1)
print(plain.requires_grad)  # prints: False
try:
    plain.register_hook(print)
except RuntimeError as error:
    print(error)
# prints: cannot register a hook on a tensor that doesn't require gradient
""",
    ("post-accumulate-gets-the-gradient", "weight-measured-as-gradient"): """
import torch
t = torch.tensor([8.0], requires_grad=True)
t.register_post_accumulate_grad_hook(lambda p: print(p is t, p.item(), p.grad.item()))
(t * 3).backward()  # prints: True 8.0 3.0
""",
    ("called-while-registering", "watcher-called-at-once"): """
def jot(value=None):
    print("called with", value)
listeners = [jot()]  # prints: called with None
print(listeners)  # prints: [None]
listeners = [jot]  # the function itself: nothing is called yet
print(callable(listeners[0]))  # prints: True
""",
    ("condition-on-a-tensor", "truth-of-grad-input", "truth-of-a-norm"): """
import torch
print(bool(torch.tensor(0.0)))  # prints: False
print(torch.tensor(0.0) is not None)  # prints: True
try:
    bool(torch.tensor([1.0, 2.0]))
except RuntimeError as error:
    print(str(error)[:33])  # prints: Boolean value of Tensor with more
""",
}
