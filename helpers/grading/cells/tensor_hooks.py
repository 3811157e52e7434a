"""Cells for lesson 2: what a tensor's hook is given, when it is called, and what it may return."""

CELLS = {
    ("forgot-to-return", "backward-hook-returns-nothing", "reversal-returns-nothing"): """
import torch
t = torch.ones(2, requires_grad=True)
def toy_hook(grad):
    grad * 10  # worked out, and dropped
t.register_hook(toy_hook)
t.sum().backward()
print(t.grad)  # prints: tensor([1., 1.])
""",
    ("never-removed", "registered-for-good", "flow-leaves-its-hooks", "vanishing-hooks-stay"): """
import torch
noted = []
t = torch.ones(1, requires_grad=True)
toy_handle = t.register_hook(lambda grad: noted.append("here"))
t.sum().backward()
t.sum().backward()
print(noted)  # prints: ['here', 'here']
""",
    ("in-place-leaks", "flips-in-place", "reverses-in-place", "edits-grad-output-in-place"): """
import torch
one, two = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
def toy_hook(grad):
    grad.zero_()  # edits the tensor that is on its way to both
one.register_hook(toy_hook)
(one + two).backward()
print(one.grad, two.grad)  # prints: tensor([0.]) tensor([0.])
""",
    ("hooks-out-of-order",): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
t.register_hook(lambda grad: noted.append(grad.item()))
t.register_hook(lambda grad: grad + 5)
t.register_hook(lambda grad: noted.append(grad.item()))
t.sum().backward()
print(noted)  # prints: [1.0, 6.0]
""",
    ("same-hook-twice", "registering-again-replaces", "new-registration-replaces"): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
jot = lambda grad: noted.append(grad.item())
t.register_hook(jot)
t.register_hook(jot)
t.sum().backward()
print(noted)  # prints: [1.0, 1.0]
""",
    ("nothing-sent-backward", "hooks-without-a-run", "flow-without-a-step"): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
t.register_hook(lambda grad: noted.append("called"))
print(noted)  # prints: []
t.sum().backward()
print(noted)  # prints: ['called']
""",
    ("no-call-on-a-leaf",): """
import torch
leaf = torch.ones(1, requires_grad=True)
inner = leaf * 2
leaf.register_hook(lambda grad: print("leaf:", grad.item()))
inner.register_hook(lambda grad: print("inner:", grad.item()))
inner.backward()
# prints: inner: 1.0
# prints: leaf: 2.0
""",
    ("another-gradient-sent",): """
import torch
t = torch.ones(2, requires_grad=True)
t.sum().backward()
print(t.grad)  # prints: tensor([1., 1.])
t.grad = None
(t + 0).backward(torch.tensor([5.0, 7.0]))
print(t.grad)  # prints: tensor([5., 7.])
""",
    ("registered-after-backward",): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
t.sum().backward()
t.register_hook(lambda grad: noted.append(grad))
print(noted)  # prints: []
""",
    ("grad-of-a-non-leaf", "name-on-a-new-tensor"): """
import torch
t = torch.ones(1, requires_grad=True)
inner = t + 0
print(t.is_leaf, inner.is_leaf)  # prints: True False
inner.register_hook(lambda grad: print("came by:", grad))
inner.backward()  # prints: came by: tensor([1.])
print(t.grad)  # prints: tensor([1.])
""",
    (
        "clips-by-hand",
        "gradient-without-a-hook",
        "steps-after-backward",
        "recorded-by-hand",
        "clips-once-by-hand",
        "alarm-by-hand",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
(t * 9).backward()
t.grad = t.grad / 9  # by hand, once
print(t.grad)  # prints: tensor([1.])
t.grad = None
(t * 9).backward()
print(t.grad)  # prints: tensor([9.])
""",
    ("keeps-the-live-tensor", "keeps-the-live-gradient", "keeps-the-gradient-itself"): """
import torch
t = torch.ones(2)
kept = [t]
t.zero_()  # edits the very tensor that is in the list
print(kept)  # prints: [tensor([0., 0.])]
""",
    ("post-accumulate-returns", "returns-from-a-post-accumulate-hook", "norm-hook-returns"): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_post_accumulate_grad_hook(lambda p: p.grad)
try:
    t.sum().backward()
except RuntimeError as error:
    print(error)
# prints: Tensor post accumulate grad hooks should return None.
""",
    (
        "hook-outlives-remove",
        "removed-too-early",
        "removed-immediately",
        "hooks-off-before-the-call",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
with t.register_hook(lambda grad: noted.append("called")):
    pass  # at the end of the block the hook is taken off
t.sum().backward()
print(noted)  # prints: []
""",
    ("constant-hook", "gradient-worked-out-by-hand"): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: torch.tensor([6.0]))  # whatever comes in
(t * 3).backward()
(t * 50).backward()
print(t.grad)  # prints: tensor([12.])
""",
    ("changes-what-it-watches", "recorder-changes-the-gradient", "alarm-changes-the-gradient"): """
import torch
t = torch.ones(1, requires_grad=True)
def look(grad):
    print("seen:", grad)
    return grad + 6  # what is returned flows on
t.register_hook(look)
t.sum().backward()  # prints: seen: tensor([1.])
print(t.grad)  # prints: tensor([7.])
""",
    ("assignment-stays-inside",): """
found = None
def jot(value):
    found = value  # a name of the function's own
jot(3)
print(found)  # prints: None
""",
    ("room-for-one-shape",): """
import torch
room = torch.zeros(3)
try:
    room[:] = torch.ones(2, 3)
except RuntimeError:
    print("no room")  # prints: no room
""",
}
