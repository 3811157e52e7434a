"""Cells for lesson 3: what a forward hook and a pre-hook are given, and what they may return."""

CELLS = {
    ("input-is-the-tensor", "only-the-first-input", "multiplies-the-tuple"): """
import torch
pair = torch.nn.Bilinear(1, 1, 1)
def look(module, input):
    print(type(input).__name__, len(input))
pair.register_forward_pre_hook(look)
_ = pair(torch.ones(1), torch.ones(1))  # prints: tuple 2
print((1, 2) * 2)  # prints: (1, 2, 1, 2)
""",
    ("keywords-come-by-themselves", "kwargs-keys-as-names"): """
import torch
toy = torch.nn.Identity()
toy.forward = lambda *args, **kwargs: args[0]
toy.register_forward_pre_hook(lambda module, input: print(input))
toy(1, size=9)  # prints: (1,)
toy.register_forward_pre_hook(lambda *told: print(told[1:]), with_kwargs=True)
toy(2, size=9)  # prints: (2,)
# prints: ((2,), {'size': 9})
""",
    (
        "replaces-forward",
        "recorder-without-hook",
        "replaces-forward-instead",
        "overrides-forward",
        "replaces-forward-in-a-block",
    ): """
import torch
toy = torch.nn.Identity()
toy.forward = lambda x: x * 100
print(toy(1))  # prints: 100
print(len(toy._forward_hooks))  # prints: 0
""",
    (
        "pre-hook-forgot-to-return",
        "pre-hook-does-not-change",
    ): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda module, input: None)  # leaves it as it was
print(toy(5))  # prints: 5
toy.register_forward_pre_hook(lambda module, input: 7)
print(toy(5))  # prints: 7
""",
    ("registered-twice", "backward-hook-registered-twice", "two-gradients-a-pass"): """
import torch
toy = torch.nn.Identity()
count = []
toy_hook = lambda module, input: count.append(1)
toy.register_forward_pre_hook(toy_hook)
toy.register_forward_pre_hook(toy_hook)
toy(5)
print(len(count))  # prints: 2
""",
    ("notebook-names-not-arguments", "watches-the-notebooks-model", "watches-another-model"): """
name = "the notebook's"
def by_argument(one):
    return one
def by_global(one):
    return name
print(by_argument("mine"))  # prints: mine
print(by_global("mine"))  # prints: the notebook's
""",
    (
        "arguments-in-another-order",
        "list-is-one-argument",
        "drops-the-second-argument",
        "positional-part-is-no-tuple",
    ): """
def divide(a, b="missing"):
    return f"{a} by {b}"
print(divide(*(6, 2)))  # prints: 6 by 2
print(divide(*(2, 6)))  # prints: 2 by 6
print(divide(*(6,)))  # prints: 6 by missing
print(divide([6, 2]))  # prints: [6, 2] by missing
""",
    (
        "swapped-registration",
        "counting-hook-arguments",
        "one-hook-sees-both-sides",
        "forward-hook-arguments",
        "hook-asks-for-arguments-of-its-own",
        "output-before-forward",
        "forward-hook-arguments-here",
    ): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda *told: print("before:", len(told), "things"))
toy.register_forward_hook(lambda *told: print("after:", len(told), "things"))
_ = toy(5)
# prints: before: 2 things
# prints: after: 3 things
""",
    ("global-hook", "hooks-all-modules", "hook-on-all-modules-of-all-models"): """
import torch
on_all = torch.nn.modules.module.register_module_forward_pre_hook
noted = []
with on_all(lambda m, input: noted.append(type(m).__name__)):
    torch.nn.ReLU()(torch.ones(1))  # two modules that know nothing of each other
    torch.nn.Tanh()(torch.ones(1))
print(noted)  # prints: ['ReLU', 'Tanh']
""",
    (
        "hooks-another-module",
        "flips-the-other-head",
        "registered-on-another-module",
        "one-relu-of-two",
    ): """
import torch
one, other = torch.nn.ReLU(), torch.nn.ReLU()
noted = []
one.register_forward_pre_hook(lambda module, input: noted.append("called"))
other(torch.ones(1))
print(noted)  # prints: []
one(torch.ones(1))
print(noted)  # prints: ['called']
""",
    ("changes-the-inputs", "edits-the-callers-tensor"): """
import torch
toy, z = torch.nn.Identity(), torch.ones(2)
toy.register_forward_pre_hook(lambda module, input: input[0].zero_())
toy(z)
print(z)  # prints: tensor([0., 0.])
""",
    (
        "first-element-not-output",
        "first-sample-for-the-batch",
    ): """
import torch
toy = torch.nn.Identity()
toy.register_forward_hook(lambda module, input, output: print(output, output[0]))
_ = toy(torch.ones(2, 1))
# prints: tensor([[1.],
# prints:         [1.]]) tensor([1.])
""",
    ("pre-hook-left-empty", "pre-hook-sees-results"): """
import torch
toy, z = torch.nn.ReLU(inplace=True), torch.tensor([-1.0])
toy.register_forward_pre_hook(lambda module, input: print("before:", input[0]))
toy.register_forward_hook(lambda module, input, output: print("after:", input[0]))
_ = toy(z)
# prints: before: tensor([-1.])
# prints: after: tensor([0.])
""",
    ("tuples-can-be-edited", "assigns-into-the-tuple"): """
pair = (1, 2)
try:
    pair[0] = 10
except TypeError as error:
    print(error)  # prints: 'tuple' object does not support item assignment
""",
    ("scales-the-output",): """
def forward(x):
    return x + 1
print(forward(2 * 10))  # prints: 21
print(forward(2) * 10)  # prints: 30
""",
    ("keyword-is-always-there", "sets-the-keyword-always", "keyword-part-is-no-dict"): """
def options(**kwargs):
    return kwargs
print(options(size=3))  # prints: {'size': 3}
print(options())  # prints: {}
""",
    ("none-replaces-the-output",): """
import torch
toy = torch.nn.Identity()
toy.register_forward_hook(lambda module, args, output: None)
print(toy(torch.tensor(7.0)))  # prints: tensor(7.)
""",
    ("rest-handed-on-packed",): """
first, *rest = ("a", "b", "c")
print((first, rest))  # prints: ('a', ['b', 'c'])
print((first, *rest))  # prints: ('a', 'b', 'c')
""",
    ("output-set-right-afterwards",): """
import torch
toy = torch.nn.Sigmoid()
t = torch.tensor(1.0)
print(f"{toy(10 * t):.3f} {10 * toy(t):.3f}")  # prints: 1.000 7.311
""",
}
