"""Cells for lesson 5: handles, what takes a hook off, and what keeps it on."""

CELLS = {
    ("never-registered",): """
import torch
t = torch.ones(1, requires_grad=True)
def toy_hook(grad):
    print("called")
t.sum().backward()
print(t.grad)  # prints: tensor([1.])
""",
    ("clears-the-whole-table",): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda *told: print("somebody else's"))
mine = toy.register_forward_pre_hook(lambda *told: print("mine"))
print(len(toy._forward_pre_hooks))  # prints: 2
toy._forward_pre_hooks.clear()
_ = toy(1)
print(len(toy._forward_pre_hooks))  # prints: 0
""",
    ("remove-without-call",): """
import torch
t = torch.ones(1, requires_grad=True)
toy_handle = t.register_hook(lambda grad: print("still on"))
toy_handle.remove  # names the method, and calls nothing
t.sum().backward()  # prints: still on
""",
    ("another-kind-of-hook", "backward-hook-for-outputs"): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda *told: print("pre-hook"))
toy.register_full_backward_hook(lambda *told: print("backward hook"))
out = toy(torch.ones(1, requires_grad=True))  # prints: pre-hook
print("backward begins")  # prints: backward begins
out.backward()  # prints: backward hook
""",
    (
        "del-is-removal",
        "no-handle-back",
        "guard-without-handles",
        "hooks-cannot-come-off",
        "handle-not-kept",
        "recorder-without-close",
        "close-leaves-the-hook",
        "block-ends-hooks-end",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
toy_handle = t.register_hook(lambda grad: print("still on"))
del toy_handle  # the tensor keeps the hook
t.sum().backward()  # prints: still on
""",
    ("copies-have-no-hooks", "all-hooks-are-copied", "only-tensor-hooks-are-copied"): """
import copy
import torch
toy = torch.nn.Linear(1, 1)
toy.register_forward_pre_hook(lambda *told: None)
toy.weight.register_hook(lambda grad: None)
twin = copy.deepcopy(toy)
print(len(twin._forward_pre_hooks))  # prints: 1
print(twin.weight._backward_hooks)  # prints: None
""",
    ("name-before-the-first-run",): """
try:
    total = total + 1  # nobody has set it yet
except NameError as error:
    print(error)  # prints: name 'total' is not defined
""",
    ("makes-the-tensor-anew",): """
import torch
t = torch.ones(1, requires_grad=True)
sgd = torch.optim.SGD([t], lr=1.0)
t = torch.ones(1, requires_grad=True)  # a new tensor under the old name
t.sum().backward()
sgd.step()  # still holds the old one
print(t)  # prints: tensor([1.], requires_grad=True)
""",
    ("first-run-decides",): """
import torch
noted = []
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: noted.append("called"))
t = torch.ones(1, requires_grad=True)  # the cell that makes t, once more
t.sum().backward()
print(noted)  # prints: []
""",
    ("name-reset-at-the-top", "one-name-for-all-handles"): """
cloakroom = {1: "red coat"}
ticket = 1
ticket = None  # the ticket is gone, the coat isn't
print(cloakroom)  # prints: {1: 'red coat'}
""",
    ("registers-in-one-branch",): """
shown = []
for is_first in (True, False):
    if not is_first:
        shown.append("again")  # passed over in the first run
    print(is_first, shown)
# prints: True []
# prints: False ['again']
""",
    (
        "off-before-it-fires",
        "off-at-the-end-of-the-cell",
        "off-before-the-block",
        "guard-off-before-the-step",
    ): """
import torch
toy = torch.nn.Identity()
toy_handle = toy.register_forward_pre_hook(lambda *told: print("called"))
toy_handle.remove()  # on, and off again
print(toy(1))  # prints: 1
""",
    ("calls-the-hook-itself",): """
import torch
toy = torch.nn.Identity()
def toy_hook(module, input):
    print("called")
toy_hook(toy, (1,))  # prints: called
print(len(toy._forward_pre_hooks))  # prints: 0
_ = toy(1)
""",
    (
        "hook-names-its-registration",
        "module-names-its-registration",
    ): """
import torch
toy, silent = torch.nn.Identity(), lambda *told: None
by_function = {}
for _ in range(2):
    by_function[silent] = toy.register_forward_hook(silent)
print(len(toy._forward_hooks), len(by_function))  # prints: 2 1
""",
    ("silent-is-gone",): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda *told: None)  # does nothing
print(len(toy._forward_pre_hooks))  # prints: 1
""",
    ("result-of-the-hook-lost", "result-lost-in-a-wrapper"): """
def ask():
    return 42
def wrapper(*told):
    ask()  # what it gave is dropped here
print(ask(), wrapper())  # prints: 42 None
""",
    ("clone-cuts-the-graph",): """
import torch
t = torch.ones(1, requires_grad=True)
out = (t * 2).clone()
print(out.requires_grad, out.grad_fn.name())  # prints: True CloneBackward0
""",
    ("detached-is-a-copy",): """
import torch
out = torch.ones(1, requires_grad=True) * 2
kept = out.detach()
out.zero_()  # what works in place on the one
print(kept)  # prints: tensor([0.])
""",
    ("detaches-in-place",): """
import torch
t = torch.ones(1, requires_grad=True)
out = t * 2
print(out.requires_grad)  # prints: True
out.detach_()
print(out.requires_grad)  # prints: False
""",
    ("close-works-once",): """
boxes = {"mine": 1}
del boxes["mine"]
try:
    del boxes["mine"]
except KeyError as error:
    print("gone already:", error)  # prints: gone already: 'mine'
""",
    ("remembers-by-function",): """
guests = set()
for name in ("Ann", "Bo", "Ann"):
    if name in guests:
        print(name, "was turned away")  # prints: Ann was turned away
    guests.add(name)
""",
}
