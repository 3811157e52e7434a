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
}
