"""More cells for lesson 7: sums of passes, step hooks, and a layer of one's own."""

CELLS = {
    ("rings-within-the-limit",): """
most = 3.0
for size in (1.0, 9.0, float("nan")):
    print(size <= most, size > most, not size <= most)
# prints: True False False
# prints: False True True
# prints: False False True
""",
    ("another-number-than-its-norm",): """
import torch
one, other = torch.tensor([3.0, 4.0]), torch.tensor([12.0])
print(one.norm().item())  # prints: 5.0
print((one.norm() ** 2).item())  # prints: 25.0
print(torch.cat([one, other]).norm().item())  # prints: 13.0
""",
    ("clips-each-pass", "every-place-clips-the-sum", "tensor-hook-clips-the-sum"): """
import torch
passes = torch.tensor([[9.0], [-9.0]])
print(passes.clamp(-2, 2).sum(dim=0))  # prints: tensor([0.])
passes = torch.tensor([[9.0], [-3.0]])
print(passes.clamp(-2, 2).sum(dim=0))  # prints: tensor([0.])
print(passes.sum(dim=0).clamp(-2, 2))  # prints: tensor([2.])
""",
    (
        "clips-what-has-come-so-far",
        "post-accumulate-clips-passes",
        "post-accumulate-clips-once",
        "post-accumulate-clips-the-first",
    ): """
total = 0.0
for gradient in (9.0, 9.0, -3.0):
    total = min(total + gradient, 2.0)  # held back after each pass
    print(total)
# prints: 2.0
# prints: 2.0
# prints: -1.0
print(min(9.0 + 9.0 - 3.0, 2.0))  # prints: 2.0
""",
    ("sum-of-sizes",): """
import torch
t = torch.ones(1, requires_grad=True)
(t * 6).backward()
(t * -2).backward()
print(t.grad)  # prints: tensor([4.])
""",
    ("step-hook-returns-something",): """
import torch
sgd = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
sgd.register_step_pre_hook(lambda *told: 5)
try:
    sgd.step()
except RuntimeError as error:
    print("must return None" in str(error))  # prints: True
""",
    ("step-hook-arguments",): """
import torch
t = torch.ones(1, requires_grad=True)
sgd = torch.optim.SGD([t], lr=0.1)
sgd.register_step_post_hook(lambda *told: print(len(told), "things"))
sgd.step()  # prints: 3 things
""",
    ("replaces-the-step",): """
import torch
sgd = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
sgd.step = lambda: print("somebody else's step")
sgd.register_step_post_hook(lambda *told: print("hook"))
sgd.step()  # prints: somebody else's step
""",
    ("scales-up-too",): """
import torch
short = torch.tensor([0.3, 0.4])
print(short.norm())  # prints: tensor(0.5000)
print((short / short.norm()).norm())  # prints: tensor(1.)
print(torch.zeros(2) / torch.zeros(2).norm())  # prints: tensor([nan, nan])
""",
    ("clips-the-whole-model",): """
import torch
large = torch.tensor([300.0], requires_grad=True)
small = torch.tensor([4.0], requires_grad=True)
large.grad, small.grad = torch.tensor([300.0]), torch.tensor([4.0])
torch.nn.utils.clip_grad_norm_([large, small], 1.0)
print(small.grad)  # prints: tensor([0.0133])
""",
    ("requires-grad-is-a-hook",): """
import torch
toy = torch.nn.Linear(1, 1).requires_grad_(False)
print(toy.weight.requires_grad)  # prints: False
print(toy.weight._backward_hooks)  # prints: None
""",
    ("counts-calls-as-steps",): """
import torch
toy = torch.nn.Linear(1, 1)
calls = []
for p in toy.parameters():
    p.register_hook(lambda grad: calls.append(1))
for _ in range(3):  # three passes, perhaps one step
    toy(torch.ones(1, 1)).backward()
print(len(calls))  # prints: 6
""",
    ("step-read-at-registration", "strength-as-it-was-made", "strength-as-in-forward"): """
clock = {"hour": 1}
hour = clock["hour"]  # read now, once
def tell():
    return hour, clock["hour"]  # the second is read when it is called
clock["hour"] = 9
print(tell())  # prints: (1, 9)
""",
    ("module-without-super-init",): """
import torch
class Mine(torch.nn.Module):
    def __init__(self):
        self.size = 3  # nothing has been prepared
try:
    Mine().register_forward_pre_hook(print)
except AttributeError as error:
    print("_forward_pre_hooks" in str(error))  # prints: True
""",
    ("reversal-stops-the-gradient", "cuts-the-way-back"): """
import torch
t = torch.ones(1, requires_grad=True)
cut = (t * 2).detach()
print(cut.requires_grad)  # prints: False
(t * 5 + cut * 100).backward()
print(t.grad)  # prints: tensor([5.])
""",
    ("nothing-on-the-way-back",): """
import torch
class Mine(torch.nn.Module):
    def forward(self, x):
        return x * 2
    def backward(self, grad):
        print("never called")
Mine()(torch.ones(1, requires_grad=True)).backward()
print("forward alone was called")  # prints: forward alone was called
""",
    ("calls-itself",): """
def ask():
    return ask()
try:
    ask()
except RecursionError as error:
    print(str(error)[:32])  # prints: maximum recursion depth exceeded
""",
    ("never-ends",): """
number = 10
while number != 0:  # with 3 in place of 2 it would never be met
    number = number - 2
print(number)  # prints: 0
""",
    ("takes-all-memory",): """
import torch
one = torch.zeros(1000)
print(one.untyped_storage().nbytes())  # prints: 4000
print(4 * 10**10 // 2**30, "GiB for 10**10 of them")  # prints: 37 GiB for 10**10 of them
""",
    ("largest-entry-decides",): """
import torch
many = torch.full((100,), 0.5)
print(many.abs().max(), many.norm())  # prints: tensor(0.5000) tensor(5.)
""",
    ("one-use-reversed",): """
import torch
last = {}
def toy(x):
    last["out"] = x * 1
    return last["out"]
t = torch.ones(1, requires_grad=True)
first, second = toy(t), toy(t)
print(last["out"] is first, last["out"] is second)  # prints: False True
""",
    ("strength-can-not-be-set",): """
import torch
toy = torch.nn.Module()
toy.plain = 1.0
toy.register_buffer("held", torch.tensor(1.0))
toy.plain = 2.0
try: toy.held = 2.0
except TypeError: print("tensors only")  # prints: tensors only
""",
    ("back-in-place-for-the-next-forward",): """
import torch
toy = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(toy.weight)
toy_steps = torch.optim.SGD(toy.parameters(), lr=1.0)
toy(torch.ones(1)).backward()
toy_steps.step()
print(toy.weight.item())  # prints: 0.0
""",
}
