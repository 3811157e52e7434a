"""Cells for lesson 2: what is added up, at a tensor and in .grad."""

CELLS = {
    (
        "second-pass-replaces",
        "sum-lost-after-the-pass",
        "second-pass-adds-nothing",
        "grad-starts-anew",
        "last-pass-only",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
(t * 4).backward()
print(t.grad)  # prints: tensor([4.])
(t * 5).backward()
print(t.grad)  # prints: tensor([9.])
""",
    ("once-for-each-use", "sees-the-sum-grow", "sum-for-each-use", "one-use-only"): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
t.register_hook(lambda grad: noted.append(grad.item()))
(t * 4 + t * 6).backward()  # two uses, one call
print(noted)  # prints: [10.0]
""",
    ("contributions-multiply",): """
import torch
t = torch.ones(1, requires_grad=True)
(t * 4 + t * 6).backward()
print(t.grad)  # prints: tensor([10.])
""",
    (
        "works-for-one-pass",
        "removal-undoes-the-hook",
        "hook-doubles-the-total",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
toy_handle = t.register_hook(lambda grad: grad * 100)
(t * 3).backward()
toy_handle.remove()
print(t.grad)  # prints: tensor([300.])
(t * 3).backward()
print(t.grad)  # prints: tensor([303.])
""",
    ("passes-side-by-side", "grad-cleared-at-the-end"): """
import torch
t = torch.ones(2, requires_grad=True)
for factor in (10, 1):
    (t * factor).sum().backward()
    print(t.grad)
# prints: tensor([10., 10.])
# prints: tensor([11., 11.])
""",
}
