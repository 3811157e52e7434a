"""Cells for lesson 2: ways to clip a gradient."""

CELLS = {
    ("clips-w-for-its-gradient",): """
import torch
t = torch.tensor([5.0], requires_grad=True)
t.register_hook(lambda grad: print("value:", t.item(), "gradient:", grad.item()))
(t * 2).backward()  # prints: value: 5.0 gradient: 2.0
""",
    ("clips-to-other-bounds", "scales-instead-of-clipping"): """
import torch
t = torch.tensor([-8.0, 0.5, 8.0])
print(t.clamp(-2, 2))  # prints: tensor([-2.0000,  0.5000,  2.0000])
print(t * 0.25)  # prints: tensor([-2.0000,  0.1250,  2.0000])
""",
    ("clips-one-side-only", "largest-positive-entry"): """
import torch
g = torch.tensor([-4.0, 0.5, 3.0])
print(g.clamp(max=1))  # prints: tensor([-4.0000,  0.5000,  1.0000])
print(g.max(), g.abs().max())  # prints: tensor(3.) tensor(4.)
""",
    ("clips-the-norm",): """
import torch
g = torch.tensor([0.5, 3.0, 4.0])
scaled = g / g.norm()  # the small entry shrinks with the large ones
print(scaled)  # prints: tensor([0.0995, 0.5970, 0.7960])
one_by_one = [min(entry, 2.0) for entry in g.tolist()]
print(one_by_one)  # prints: [0.5, 2.0, 2.0]
""",
    ("clips-the-entries",): """
import torch
ones = torch.ones(100)  # no entry is above 1
print(ones.norm())  # prints: tensor(10.)
print(torch.tensor([8.0, 1.0]).clamp(-1, 1))  # prints: tensor([1., 1.])
""",
    ("clips-the-weights", "clips-the-weight-itself"): """
import torch
t = torch.tensor([5.0], requires_grad=True)
with torch.no_grad():
    t.clamp_(max=2)  # the value, not its gradient
(t * 9).backward()
print(t.item(), t.grad.item())  # prints: 2.0 9.0
""",
    ("clips-in-some-passes",): """
import torch
t = torch.tensor([0.5, -8.0])
print(t.max() > 1, t.min() < -1)  # prints: tensor(False) tensor(True)
print(t.clamp(-1, 1))  # prints: tensor([ 0.5000, -1.0000])
""",
    ("size-without-its-sign",): """
import torch
t = torch.tensor([-8.0, 8.0])
print(t.abs().clamp(max=1))  # prints: tensor([1., 1.])
print(t.clamp(-1, 1))  # prints: tensor([-1.,  1.])
""",
}
