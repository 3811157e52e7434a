"""More cells for lesson 3: loops over layers, calls that fire no hook, and results that count."""

CELLS = {
    (
        "late-loop-name",
        "late-bound-layer-name",
        "late-bound-watcher-name",
        "late-bound-loop-name",
        "hook-remembers-the-turn",
    ): """
functions = []
for word in ("red", "green", "blue"):
    functions.append(lambda: word)  # looks the name up when it is called
print([one() for one in functions])  # prints: ['blue', 'blue', 'blue']
word = "grey"
print(functions[0]())  # prints: grey
""",
    ("keeps-the-tensors", "keeps-the-live-output", "a-mean-is-a-number"): """
import torch
t = torch.ones(1000, requires_grad=True)
mean = (t * 2).mean()
print(mean.grad_fn is None)  # prints: False
print(mean.grad_fn.next_functions[0][0].name())  # prints: MulBackward0
""",
    (
        "containers-count-as-layers",
        "containers-watched-too",
        "block-instead-of-layer",
        "key-is-not-the-name",
        "layers-without-weights-left-out",
        "leaf-layers-without-weights",
        "some-leaf-layers-left-out",
        "some-layers-left-out",
        "named-by-type",
        "relu-under-another-name",
    ): """
import torch
toy_net = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Sequential(torch.nn.ReLU()))
for name, module in toy_net.named_modules():
    print(repr(name), type(module).__name__)
# prints: '' Sequential
# prints: '0' ReLU
# prints: '1' Sequential
# prints: '1.0' ReLU
""",
    (
        "children-are-all-layers",
        "children-are-not-all",
        "children-only",
        "model-itself-left-out",
        "children-are-all-modules",
        "top-level-layers-only",
    ): """
import torch
toy_net = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Sequential(torch.nn.Tanh()))
inside = [type(one).__name__ for one in toy_net.children()]
everywhere = [type(one).__name__ for one in toy_net.modules()]
print(inside)  # prints: ['ReLU', 'Sequential']
print(everywhere)  # prints: ['Sequential', 'ReLU', 'Sequential', 'Tanh']
""",
    ("shape-of-what-goes-in", "counts-what-goes-in", "part-of-the-shape"): """
import torch
toy = torch.nn.Linear(2, 5)
def look(module, input, output):
    print(tuple(input[0].shape), tuple(output.shape))
toy.register_forward_hook(look)
_ = toy(torch.ones(3, 2))  # prints: (3, 2) (3, 5)
""",
    ("forward-is-a-call", "functions-fire-hooks"): """
import torch
toy = torch.nn.Linear(1, 1)
toy.register_forward_pre_hook(lambda module, input: print("hook"))
_ = toy.forward(torch.ones(1))
_ = toy.weight * 2
print("no hook so far")  # prints: no hook so far
_ = toy(torch.ones(1))  # prints: hook
""",
    ("once-a-model", "only-direct-calls"): """
import torch
act = torch.nn.ReLU()
toy_net = torch.nn.Sequential(act, act)  # one layer, called twice
count = []
act.register_forward_pre_hook(lambda module, input: count.append(1))
toy_net(torch.ones(1))
print(len(count))  # prints: 2
""",
    (
        "hooks-only-watch",
        "every-hook-sees-the-first-output",
        "recorder-returns-something",
        "counting-hook-returns",
        "guard-replaces-the-output",
        "forward-hook-returns-the-handle",
    ): """
import torch
toy = torch.nn.Identity()
toy.register_forward_hook(lambda module, input, output: output + 100)
toy.register_forward_hook(lambda module, input, output: print("second:", output))
print("out:", toy(1))
# prints: second: 101
# prints: out: 101
""",
    (
        "print-returns-its-value",
        "prints-instead-of-keeping",
    ): """
result = print("shown")  # prints: shown
shown = [result]
print(shown)  # prints: [None]
""",
    ("what-it-recorded-replaces", "watcher-returns-something"): """
import torch
toy = torch.nn.Identity()
toy.register_forward_hook(lambda module, args, output: "a note")
print(toy(torch.ones(1)))  # prints: a note
""",
    ("one-layer-of-all", "no-layer-got-a-hook"): """
def first_of(words):
    for word in words:
        found = word.upper()
        return found  # ends the loop, and the function, in the first turn
print(first_of(["red", "green", "blue"]))  # prints: RED
""",
    ("notes-the-first-call-only",): """
import torch
toy, sizes = torch.nn.Identity(), {}
def look(module, args, out):
    sizes.setdefault("kept", len(out))
    sizes["anew"] = len(out)
toy.register_forward_hook(look)
toy(torch.ones(2)), toy(torch.ones(5))
print(sizes)  # prints: {'kept': 2, 'anew': 5}
""",
    ("keyword-handed-over-by-place",): """
def paint(thing, *, colour="white"):
    return f"{thing} in {colour}"
print(paint("door", colour="red"))  # prints: door in red
try:
    paint("door", "red")
except TypeError as error:
    print(type(error).__name__)  # prints: TypeError
""",
    ("both-hooks-record-the-same",): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda module, args: print("before:", args[0].item()))
toy.register_forward_hook(lambda module, args, output: print("after:", args[0].item()))
toy(torch.ones(1))
# prints: before: 1.0
# prints: after: 1.0
""",
    ("holds-the-size-back",): """
for number in (10.0, 2.0, -7.0):
    one_side = min(number, 3.0)
    print(one_side, max(-3.0, one_side))
# prints: 3.0 3.0
# prints: 2.0 2.0
# prints: -7.0 -3.0
""",
    ("zero-factor-is-no-factor",): """
calls = {"volume": 0.0}, {"volume": 5.0}, {}
for given in calls:
    print(given.get("volume") or 1.0, "volume" in given)
# prints: 1.0 True
# prints: 5.0 True
# prints: 1.0 False
""",
    ("generator-for-a-list",): """
noted = []
lazy = (noted.append(number) for number in (1, 2))
print(noted)  # prints: []
listed = [noted.append(number) for number in (1, 2)]
print(noted)  # prints: [1, 2]
""",
    ("a-name-for-each-place",): """
import torch
toy = torch.nn.Tanh()
both = torch.nn.Sequential(toy, toy)
print(dict(both.named_modules()).keys())  # prints: dict_keys(['', '0'])
places = both.named_modules(remove_duplicate=False)
print(dict(places).keys())  # prints: dict_keys(['', '0', '1'])
""",
}
