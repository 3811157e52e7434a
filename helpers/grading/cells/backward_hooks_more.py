"""More cells for lesson 4: gradients at a border, and what a function keeps."""

CELLS = {
    ("negative-instead-of-flipped", "flips-with-another-strength", "kept-entries-changed"): """
import torch
t = torch.tensor([3.0, -2.0])
print(-t)  # prints: tensor([-3.,  2.])
print(-t.abs())  # prints: tensor([-3., -2.])
print(-2 * t)  # prints: tensor([-6.,  4.])
""",
    ("rows-instead-of-outputs",): """
import torch
t = torch.ones(2, 3)  # two samples, three outputs
wanted = torch.tensor([1, 0, 0])
print(t * wanted)
# prints: tensor([[1., 0., 0.],
# prints:         [1., 0., 0.]])
print(t[1])  # prints: tensor([1., 1., 1.])
""",
    ("hooks-on-the-parameters",): """
import torch
toy_net = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Tanh())
print([name for name, _ in toy_net.named_parameters()])  # prints: ['0.weight', '0.bias']
print([name for name, _ in toy_net.named_children()])  # prints: ['0', '1']
""",
    ("changes-the-gradients",): """
import torch
toy = torch.nn.Identity()
toy.register_full_backward_hook(lambda module, gi, go: (gi[0] + 8,))
z = torch.ones(1, requires_grad=True)
toy(z).backward()
print(z.grad)  # prints: tensor([9.])
""",
    ("returns-a-bare-tensor",): """
import torch
rows = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(tuple(rows))  # prints: (tensor([1., 2.]), tensor([3., 4.]))
print(len((rows,)), len(tuple(rows)))  # prints: 1 2
""",
    ("flips-both-heads", "reverses-for-everyone"): """
import torch
t = torch.ones(1, requires_grad=True)
inner = t * 1
inner.register_hook(lambda grad: print("at inner:", grad.item()))
(inner * 5 + inner * 3).backward()  # prints: at inner: 8.0
""",
    ("flipped-twice", "registers-in-every-call"): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: -grad)
t.register_hook(lambda grad: -grad)
(t * 3).backward()
print(t.grad)  # prints: tensor([3.])
""",
    ("flips-the-output", "masks-the-forward-pass", "reverses-the-values"): """
import torch
t = torch.tensor([2.0], requires_grad=True)
print((t * 3).item(), (-t * 3).item())  # prints: 6.0 -6.0
(-t * 3).backward()
print(t.grad)  # prints: tensor([-3.])
""",
    (
        "another-measure-than-the-norm",
        "another-number-than-the-norm",
        "largest-entry-for-the-norm",
    ): """
import torch
g = torch.tensor([6.0, 8.0])
print((6**2 + 8**2) ** 0.5, g.norm())  # prints: 10.0 tensor(10.)
print(g.mean(), g.max())  # prints: tensor(7.) tensor(8.)
""",
    ("models-share-their-norms", "one-dict-for-all-models", "one-list-for-all-recorders"): """
def jot(word, kept=[]):  # this list is made once, with the function
    kept.append(word)
    return kept
print(jot("one"))  # prints: ['one']
print(jot("two"))  # prints: ['one', 'two']
""",
    ("function-gives-nothing-back", "recorder-gives-nothing-back", "handle-in-a-local-name"): """
def work():
    found = [1, 2]  # gone when the function ends
result = work()
print(result, "found" in globals())  # prints: None False
""",
    (
        "a-handle-is-lost",
        "recorder-loses-a-handle",
        "returns-the-last-handle",
        "one-handle-for-the-loop",
        "last-handle-for-all",
        "guard-gives-the-last-handle",
    ): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
for _ in range(3):
    toy_handle = t.register_hook(lambda grad: noted.append("called"))
toy_handle.remove()  # the name holds the last of three
t.sum().backward()
print(noted)  # prints: ['called', 'called']
""",
    ("gradient-after-the-relu", "only-layers-with-weights"): """
import torch
act = torch.nn.ReLU()
act.register_full_backward_hook(lambda module, gi, go: print(gi[0], go[0]))
z = torch.tensor([-1.0, 2.0], requires_grad=True)
act(z).sum().backward()  # prints: tensor([0., 1.]) tensor([1., 1.])
""",
    ("drops-instead-of-zeroing",): """
import torch
t = torch.ones(3, requires_grad=True)
t.register_hook(lambda grad: grad[:2])
try:
    t.sum().backward()
except RuntimeError as error:
    print("size" in str(error))  # prints: True
""",
    ("masks-the-weights-alone",): """
import torch
toy = torch.nn.Linear(1, 1)
toy.weight.register_hook(lambda grad: grad * 0)
z = torch.ones(1, 1, requires_grad=True)
toy(z).backward()
print(toy.weight.grad.item(), z.grad.item() == toy.weight.item())  # prints: 0.0 True
""",
    ("old-backward-hook",): """
import torch
toy_net = torch.nn.Sequential(torch.nn.Linear(4, 2), torch.nn.ReLU())
toy_net.register_backward_hook(lambda module, gi, go: print("old:", tuple(gi[0].shape)))
z = torch.ones(1, 4, requires_grad=True)
toy_net(z).sum().backward()  # prints: old: (1, 2)
print("of the input:", tuple(z.grad.shape))  # prints: of the input: (1, 4)
""",
    ("forgets-what-forward-does", "gradient-from-the-own-value", "inputs-instead-of-gradients"): """
import torch
one, two, c = (torch.tensor(n, requires_grad=True) for n in (2.0, 3.0, 7.0))
(one * two * c).backward()
print(one.grad, two.grad, c.grad)  # prints: tensor(21.) tensor(14.) tensor(6.)
""",
    (
        "handles-before-norms",
        "pair-the-wrong-way-round",
        "alarm-in-another-order",
        "handles-come-first",
        "largest-before-mean",
    ): """
def both():
    return "salt", "pepper"
pepper, salt = both()  # taken by place, whatever the names
print(salt)  # prints: pepper
""",
    ("takes-the-gradient-apart",): """
import torch
gathered = []
gathered.extend(torch.tensor([1.0, 2.0]))  # extend takes the tensor apart
print(gathered)  # prints: [tensor(1.), tensor(2.)]
""",
    ("changes-domains-weights", "flips-before-the-layer"): """
import torch
toy = torch.nn.Linear(1, 1)
toy.register_full_backward_pre_hook(lambda module, go: (go[0] * 10,))
toy(torch.ones(1, 1)).backward()
print(toy.weight.grad)  # prints: tensor([[10.]])
""",
    ("gradient-read-in-forward",): """
import torch
t = torch.ones(1, requires_grad=True) * 2
t.retain_grad()
print(t.grad)  # prints: None
t.backward()
print(t.grad)  # prints: tensor([1.])
""",
    ("only-sequentials-are-containers",): """
import torch
toy = torch.nn.TransformerEncoderLayer(4, nhead=1, dim_feedforward=8)
print(isinstance(toy, torch.nn.Sequential))  # prints: False
print(len(list(toy.children())) > 0)  # prints: True
""",
    ("hook-on-the-module-before",): """
import torch
toy, nxt = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)
toy.register_full_backward_hook(lambda m, gi, go: print("toy sends back:", gi))
toy_out = toy(torch.ones(1))
nxt(toy_out).backward()  # prints: toy sends back: (None,)
""",
}
