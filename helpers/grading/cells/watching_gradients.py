"""Cells for lesson 6: ratios, norms and counts, and when .grad is there to be read."""

CELLS = {
    ("no-list-under-the-name-yet",): """
words = {}
try:
    words["red"].append(1)
except KeyError as error:
    print("no entry:", error)  # prints: no entry: 'red'
words.setdefault("red", []).append(1)
print(words)  # prints: {'red': [1]}
""",
    ("adds-up-before-asking", "another-number-than-dead-units"): """
import torch
given = torch.tensor([[2.0, -1.0], [-9.0, -1.0]])  # two samples, two units
print(given.sum(dim=0))  # prints: tensor([-7., -2.])
print((given.relu() == 0).all(dim=0))  # prints: tensor([False,  True])
""",
    ("zero-divided-by-zero", "divides-by-a-zero-norm"): """
import torch
print(torch.tensor(0.0) / torch.tensor(0.0))  # prints: tensor(nan)
try:
    0.0 / 0.0
except ZeroDivisionError as error:
    print("raised:", type(error).__name__)  # prints: raised: ZeroDivisionError
print(min([float("nan"), 1.0]), min([1.0, float("nan")]))  # prints: nan 1.0
""",
    ("reads-grad-after-the-step", "gradient-is-always-there"): """
import torch
t = torch.ones(1, requires_grad=True)
sgd = torch.optim.SGD([t], lr=0.1)
t.sum().backward()
print(t.grad)  # prints: tensor([1.])
sgd.zero_grad()
print(t.grad)  # prints: None
""",
    (
        "layer-instead-of-its-name",
        "layers-instead-of-parameters",
        "parameter-names-in-the-flow",
        "weight-and-bias-under-one-name",
        "freezes-weights-only",
        "alarm-on-weights-only",
    ): """
import torch
toy_net = torch.nn.Sequential(torch.nn.Linear(1, 1))
print([name for name, _ in toy_net.named_children()])  # prints: ['0']
print([name for name, _ in toy_net.named_parameters()])  # prints: ['0.weight', '0.bias']
""",
    ("weights-tell-where-it-vanishes", "smallest-is-the-culprit"): """
arriving = 1.0
for name, factor in (("c", 1.0), ("b", 0.01), ("a", 0.9)):  # from the loss backwards
    leaving = arriving * factor
    print(name, arriving, "->", leaving)
    arriving = leaving
# prints: c 1.0 -> 1.0
# prints: b 1.0 -> 0.01
# prints: a 0.01 -> 0.009000000000000001
""",
    ("ratio-upside-down",): """
arrives, leaves = 4.0, 1.0
print(leaves / arrives)  # prints: 0.25
print(arrives / leaves)  # prints: 4.0
print("a loss is below 1:", leaves / arrives < 1)  # prints: a loss is below 1: True
""",
    ("leaves-out-the-first-or-last",): """
import torch
first = torch.nn.Linear(1, 1)
first.register_full_backward_hook(lambda module, gi, go: print(gi[0] is None))
first(torch.ones(1, 1)).backward()  # prints: True
first(torch.ones(1, 1, requires_grad=True)).backward()  # prints: False
""",
    ("sigmoid-halves",): """
import torch
t = torch.zeros(1, requires_grad=True)
t.sigmoid().backward()
print(t.sigmoid().item(), t.grad.item())  # prints: 0.5 0.25
""",
    ("slopes-are-added", "gradient-passes-unharmed", "a-tenth-a-layer", "one-sigmoid-off"): """
import torch
t = torch.ones(1, requires_grad=True)
y = t
for _ in range(3):
    y = y * 0.5
y.backward()
print(t.grad, 0.5**3)  # prints: tensor([0.1250]) 0.125
""",
    ("hooks-grouped-by-kind", "one-kind-at-a-time", "values-instead-of-gradients"): """
import torch
t = torch.tensor([50.0], requires_grad=True)
noted = []
t.register_hook(lambda grad: noted.append(("pass", grad.item())))
t.register_post_accumulate_grad_hook(lambda p: noted.append(("sum", p.grad.item())))
(t * 2).backward()
(t * 2).backward()
print(noted)  # prints: [('pass', 2.0), ('sum', 2.0), ('pass', 2.0), ('sum', 4.0)]
""",
    ("counts-before-the-relu",): """
import torch
raw = torch.tensor([-2.0, -0.1, 3.0])
print((raw == 0).sum().item())  # prints: 0
print((raw.relu() == 0).sum().item())  # prints: 2
""",
    ("closed-counted-as-dead", "share-instead-of-count", "all-without-a-dimension"): """
import torch
empty = torch.tensor([[True, True], [True, False]])  # rows: days, columns: shops
print(empty.sum())  # prints: tensor(3)
print(empty.float().mean())  # prints: tensor(0.7500)
print(empty.all())  # prints: tensor(False)
""",
    ("samples-instead-of-units",): """
import torch
table = torch.tensor([[1, 2, 3], [10, 20, 30]])  # two rows, three columns
print(table.sum(dim=0))  # prints: tensor([11, 22, 33])
print(table.sum(dim=1))  # prints: tensor([ 6, 60])
""",
    ("any-instead-of-all", "one-good-entry-is-enough"): """
import torch
dry = torch.tensor([True, False, True])
print(dry.any(), dry.all())  # prints: tensor(True) tensor(False)
""",
    ("which-instead-of-how-many", "living-units-counted"): """
import torch
dry = torch.tensor([True, False, True])
print(dry)  # prints: tensor([ True, False,  True])
print(dry.sum(), (~dry).sum())  # prints: tensor(2) tensor(1)
""",
    (
        "counts-are-added-up",
        "keeps-the-latest-only",
        "keeps-a-history",
        "old-norm-has-a-say",
        "keeps-the-last-norm-only",
    ): """
latest, history = {}, {}
for number in (3, 5):
    latest["a"] = number  # written over
    history.setdefault("a", []).append(number)  # kept beside
print(latest, history)  # prints: {'a': 5} {'a': [3, 5]}
""",
    ("post-accumulate-on-a-module", "post-accumulate-on-a-layer"): """
import torch
toy = torch.nn.Linear(1, 1)
print(hasattr(toy, "register_post_accumulate_grad_hook"))  # prints: False
print(hasattr(toy.weight, "register_post_accumulate_grad_hook"))  # prints: True
""",
    ("recorder-hook-arguments", "flow-hook-arguments"): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda *told: print("tensor hook:", len(told)))
t.register_post_accumulate_grad_hook(lambda *told: print("later hook:", len(told)))
t.sum().backward()
# prints: tensor hook: 1
# prints: later hook: 1
""",
    ("mean-of-signed-entries", "ratio-of-signed-means"): """
import torch
g = torch.tensor([-500.0, 500.0])
print(g.mean())  # prints: tensor(0.)
print(g.norm())  # prints: tensor(707.1068)
""",
    ("flow-takes-two-steps", "runs-more-than-once"): """
import torch
t = torch.ones(1, requires_grad=True)
for _ in range(2):  # one look too many
    (t * 3).backward()
print(t.grad)  # prints: tensor([6.])
""",
    ("recorder-changes-grad", "flow-changes-the-step"): """
import torch
t = torch.tensor([-3.0, 4.0])
size = t.abs_().max()  # the underscore: edited in place
print(size, t)  # prints: tensor(4.) tensor([3., 4.])
""",
    ("bias-instead-of-weight", "clips-weight-and-bias"): """
import torch
toy = torch.nn.Linear(1, 1)
toy(torch.tensor([[9.0]])).backward()
print(toy.weight.grad.item(), toy.bias.grad.item())  # prints: 9.0 1.0
""",
    ("flow-under-another-name",): """
import torch
toy = torch.nn.Sequential(torch.nn.Linear(1, 1, bias=False))
print([name for name, module in toy.named_modules()])  # prints: ['', '0']
print([name for name, weight in toy.named_parameters()])  # prints: ['0.weight']
""",
}
