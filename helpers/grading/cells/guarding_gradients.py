"""Cells for lesson 7: clipping, and a sum of several passes; freezing, and what still moves."""

CELLS = {
    ("zeros-freeze", "zero-gradient-freezes", "momentum-remembers-all", "momentum-pulls-back"): """
import torch
t = torch.tensor([10.0], requires_grad=True)
sgd = torch.optim.SGD([t], lr=1.0, momentum=0.9)
for grad in (1.0, 0.0):
    t.grad = torch.tensor([grad])
    sgd.step()
    print(t.item())
# prints: 9.0
# prints: 8.100000381469727
""",
    ("momentum-is-an-average",): """
import torch
t = torch.tensor([10.0], requires_grad=True)
sgd = torch.optim.SGD([t], lr=1.0, momentum=0.9)
t.grad = torch.tensor([4.0])
sgd.step()
print(sgd.state[t]["momentum_buffer"])  # prints: tensor([4.])
""",
    ("hook-comes-too-late", "freezing-puts-back"): """
import torch
t = torch.tensor([5.0], requires_grad=True)
sgd = torch.optim.SGD([t], lr=1.0)
for _ in range(2):
    t.sum().backward()
    sgd.step()
    t.register_hook(lambda grad: grad * 0)  # from the next backward on
print(t.item(), t.grad.item())  # prints: 3.0 1.0
""",
    ("message-is-more-than-the-name",): """
try:
    raise ValueError("the layer 0.act is bad")
except ValueError as error:
    print(str(error) == "0.act")  # prints: False
""",
    ("finite-sum-test",): """
import torch
t = torch.tensor([3e38, 3e38])
print(t.isfinite())  # prints: tensor([True, True])
print(t.sum())  # prints: tensor(inf)
""",
    ("infinity-is-a-number", "largest-entry-test"): """
import torch
t = torch.tensor([1.0, float("-inf")])
print(t.isnan())  # prints: tensor([False, False])
print(t.max())  # prints: tensor(1.)
print(t - t)  # prints: tensor([0., nan])
""",
    ("nan-equals-nan", "nan-compares-as-large"): """
nan = float("nan")
print(nan == nan)  # prints: False
print(nan > 1, nan < 1)  # prints: False False
""",
    ("stops-where-all-is-well",): """
import torch
t = torch.tensor([1.0, float("inf"), float("nan")])
print(t.isfinite())  # prints: tensor([ True, False, False])
""",
    ("looks-at-the-input",): """
import torch
first, second = torch.nn.Identity(), torch.nn.Identity()
first.forward = lambda x: x / 0  # the culprit
for name, one in (("first", first), ("second", second)):
    one.register_forward_pre_hook(lambda module, input, name=name: print(name, input[0]))
_ = second(first(torch.ones(1)))
# prints: first tensor([1.])
# prints: second tensor([inf])
""",
    ("another-kind-of-error",): """
try:
    assert 1 > 2
except ArithmeticError:
    print("not reached")
except AssertionError:
    print("an assert makes its own kind")  # prints: an assert makes its own kind
""",
    ("notes-instead-of-stopping", "alarm-stops-the-run"): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda *told: print("noted"))
print(toy(1))
# prints: noted
# prints: 1
""",
    ("anomaly-mode-watches-forward",): """
import torch
with torch.autograd.set_detect_anomaly(True):
    out = torch.tensor([-1.0], requires_grad=True).sqrt()
    print(out.item())  # prints: nan
""",
    ("handles-in-a-generator",): """
calls = []
lazy = (calls.append(n) for n in range(3))
print(calls)  # prints: []
eager = [calls.append(n) for n in range(3)]
print(calls)  # prints: [0, 1, 2]
""",
    ("parameters-of-the-outermost-only",): """
import torch
block = torch.nn.Sequential(torch.nn.Linear(1, 1))
print(len(block._parameters))  # prints: 0
print(len(list(block.parameters())))  # prints: 2
""",
    ("none-from-a-tensor-hook",): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: None)  # keep it as it is
t.sum().backward()
print(t.grad)  # prints: tensor([1.])
""",
    ("puts-the-weight-back-too-early", "clips-after-the-step"): """
import torch
t = torch.tensor([1.0], requires_grad=True)
sgd = torch.optim.SGD([t], lr=1.0)
t.register_hook(lambda grad: print("hook:", t.item()))
t.sum().backward()  # prints: hook: 1.0
sgd.step()
print("after the step:", t.item())  # prints: after the step: 0.0
""",
    ("eval-freezes",): """
import torch
toy = torch.nn.Linear(1, 1).eval()
toy(torch.ones(1, 1)).backward()
print(toy.weight.requires_grad, toy.weight.grad)  # prints: True tensor([[1.]])
""",
    ("throws-the-gradient-away-once",): """
import torch
t = torch.ones(1, requires_grad=True)
t.sum().backward()
t.grad = None
t.sum().backward()
print(t.grad)  # prints: tensor([1.])
""",
    ("rings-at-the-limit-itself",): """
speed, most = 50, 50
print(speed < most)  # prints: False
print(speed <= most)  # prints: True
print(speed > most)  # prints: False
""",
    ("rings-only-once",): """
rung, once, each = set(), [], []
for day, size in ((0, 9), (0, 8), (1, 7)):  # two on day 0
    each.append((day, size))
    if day not in rung:
        rung.add(day)
        once.append((day, size))
print(once, each)  # prints: [(0, 9), (1, 7)] [(0, 9), (0, 8), (1, 7)]
""",
}
