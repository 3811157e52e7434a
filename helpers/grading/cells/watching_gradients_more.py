"""More cells for lesson 6: nothing and zero, lists that are shared, and who has a gradient when."""

CELLS = {
    ("no-gradient-is-zero-gradient",): """
import torch
data, weight = torch.ones(2), torch.ones(2, requires_grad=True)
out = data * weight
noted = []
out.register_hook(lambda grad: noted.append(grad.norm().item()))
out.sum().backward()
print(noted, weight.grad, data.grad)  # prints: [1.4142135381698608] tensor([1., 1.]) None
""",
    ("ratio-of-zero-left-out",): """
ratios = {"relu": 0.0, "linear": 0.5, "tanh": 0.9}
print(min(ratios, key=ratios.get))  # prints: relu
kept = {name: ratio for name, ratio in ratios.items() if ratio}  # 0.0 counts as false
print(min(kept, key=kept.get))  # prints: linear
""",
    ("one-list-under-all-names",): """
shelves = dict.fromkeys(["red", "blue"], [])
shelves["red"].append(1)
print(shelves)  # prints: {'red': [1], 'blue': [1]}
shelves = {word: [] for word in ("red", "blue")}
shelves["red"].append(1)
print(shelves)  # prints: {'red': [1], 'blue': []}
""",
    ("trains-if-it-has-a-grad",): """
import torch
toy = torch.nn.Linear(1, 1)
toy.bias.requires_grad_(False)
print(toy.weight.grad, toy.bias.grad)  # prints: None None
print(toy.weight.requires_grad, toy.bias.requires_grad)  # prints: True False
""",
    ("mean-entry-for-the-norm",): """
import torch
one, four = torch.tensor([2.0]), torch.tensor([1.0, 1.0, 1.0, 1.0])
print(one.mean(), four.mean())  # prints: tensor(2.) tensor(1.)
print(one.norm(), four.norm())  # prints: tensor(2.) tensor(2.)
""",
    ("difference-for-proportion",): """
arrived, left = {"loud": 100.0, "quiet": 0.5}, {"loud": 90.0, "quiet": 0.125}
for name in arrived:
    print(name, left[name] - arrived[name], left[name] / arrived[name])
# prints: loud -10.0 0.9
# prints: quiet -0.375 0.25
""",
    ("flow-of-some-classes-only",): """
import torch
nn = torch.nn
for toy in (nn.Linear(2, 2), nn.LayerNorm(2), nn.Tanh()):
    print(type(toy).__name__, hasattr(toy, "weight"), isinstance(toy, nn.Linear))
# prints: Linear True True
# prints: LayerNorm True False
# prints: Tanh False False
""",
    ("nearly-zero-is-zero",): """
import torch
t = torch.tensor([1e-5, -1e-5], requires_grad=True)
torch.relu(t).sum().backward()
print(t.grad)  # prints: tensor([1., 0.])
""",
    ("alive-once-is-alive",): """
import torch
relu = torch.nn.ReLU()
for batch in ([[1.0], [-1.0]], [[-1.0], [-2.0]]):  # one unit, two batches
    print((relu(torch.tensor(batch)) == 0).all(dim=0))
# prints: tensor([False])
# prints: tensor([True])
""",
    ("input-looked-at-afterwards",): """
import torch
toy = torch.nn.ReLU(inplace=True)
toy.register_forward_hook(lambda module, args, output: print(args[0]))
toy(torch.tensor([-1.0, 2.0]))  # prints: tensor([0., 2.])
""",
    (
        "layer-dot-parameter",
        "only-layers-have-parameters",
    ): """
import torch
toy = torch.nn.Linear(1, 1)
print([name for name, _ in toy.named_modules()])  # prints: ['']
print([name for name, _ in toy.named_parameters()])  # prints: ['weight', 'bias']
""",
    ("any-weight-in-the-name",): """
import torch
toy = torch.nn.MultiheadAttention(2, 1)
print([name for name, _ in toy.named_parameters()][0])  # prints: in_proj_weight
print(hasattr(toy, "weight"))  # prints: False
""",
}
