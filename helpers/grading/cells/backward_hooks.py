"""Cells for lesson 4: what a module's backward hooks are given, and what they may return."""

CELLS = {
    ("backward-hook-removed-too-early", "counting-hook-removed", "recorder-removes-its-hooks"): """
import torch
toy = torch.nn.Identity()
noted = []
toy_handle = toy.register_full_backward_hook(lambda *told: noted.append("called"))
toy_handle.remove()
toy(torch.ones(1, requires_grad=True)).backward()
print(noted)  # prints: []
""",
    ("returns-the-list", "hook-returns-the-norm", "ratio-hook-returns"): """
import torch
toy = torch.nn.Identity()
toy.register_full_backward_hook(lambda module, gi, go: (1.0, 2.0, 3.0))
try:
    toy(torch.ones(1, requires_grad=True)).backward()
except RuntimeError as error:
    print(error)
# prints: Backward hook returned an invalid number of grad_input, got 3, but expected 1
""",
    ("norm-of-grad-input", "first-layer-has-no-input-gradient", "no-hook-on-plain-data"): """
import torch
toy = torch.nn.Linear(2, 1)
toy.register_full_backward_hook(lambda module, gi, go: print(gi, go))
toy(torch.ones(1, 2)).backward()  # plain data goes in
# prints: (None,) (tensor([[1.]]),)
""",
    (
        "gradients-are-the-tensors",
        "one-argument-holds-all",
        "grad-output-is-a-tensor",
        "norm-of-a-tuple",
        "stores-the-tuple",
        "grad-input-is-a-tensor",
        "ratio-of-tuples",
    ): """
import torch
toy = torch.nn.Bilinear(1, 1, 1)
def look(module, grad_input, grad_output):
    for one in (grad_input, grad_output):
        print(type(one).__name__, len(one))
toy.register_full_backward_hook(look)
z = torch.ones(1, 1, requires_grad=True)
toy(z, z).backward()
# prints: tuple 2
# prints: tuple 1
""",
    ("full-hook-beside-in-place",): """
import torch
toy = torch.nn.Identity()
toy.register_full_backward_hook(lambda *told: None)
out = toy(torch.ones(1, requires_grad=True) * 1)
try:
    out.mul_(2)
except RuntimeError as error:
    print("view" in str(error))  # prints: True
""",
    ("full-hook-comes-too-late", "edits-grad-output-too-late", "freezes-what-flows-on"): """
import torch
toy = torch.nn.Linear(1, 1)
toy.register_full_backward_hook(lambda module, gi, go: (torch.zeros(1, 1),))
z = torch.full((1, 1), 3.0, requires_grad=True)
toy(z).backward()
print(z.grad, toy.weight.grad)  # prints: tensor([[0.]]) tensor([[3.]])
""",
    ("registered-on-the-class",): """
import torch
try:
    torch.nn.ReLU.register_full_backward_hook(print)
except TypeError as error:
    print("'hook'" in str(error))  # prints: True
""",
    ("global-backward-hook",): """
import torch
on_all = torch.nn.modules.module.register_module_full_backward_hook
noted = []
z = torch.ones(1, requires_grad=True)
with on_all(lambda module, gi, go: noted.append(type(module).__name__)):
    torch.nn.Tanh()(torch.nn.ReLU()(z)).backward()
print(noted)  # prints: ['Tanh', 'ReLU']
""",
    (
        "none-for-plain-data",
        "hook-not-called-beside-data",
        "plain-data-left-out",
        "gradient-for-plain-data",
    ): """
import torch
toy = torch.nn.Bilinear(1, 1, 1)
def look(module, grad_input, grad_output):
    print(len(grad_input), grad_input[1])
toy.register_full_backward_hook(look)
toy(torch.ones(1, 1, requires_grad=True), torch.ones(1, 1)).backward()
# prints: 2 tensor([[0.]])
""",
    (
        "parameter-in-grad-input",
        "hook-on-the-module",
        "wrong-border-of-the-layer",
        "includes-parameter-gradient",
        "norm-of-the-weights-gradient",
        "module-hook-for-a-parameter",
        "module-hook-for-a-weight",
        "alarm-on-the-layers",
    ): """
import torch
toy = torch.nn.Linear(2, 3)
def look(module, grad_input, grad_output):
    print([tuple(g.shape) for g in grad_input + grad_output])
toy.register_full_backward_hook(look)
toy(torch.ones(5, 2, requires_grad=True)).sum().backward()  # prints: [(5, 2), (5, 3)]
print(tuple(toy.weight.grad.shape))  # prints: (3, 2)
""",
    ("whole-net-fires-last", "net-fires-between-its-layers"): """
import torch
toy_net = torch.nn.Sequential(torch.nn.Linear(1, 1))
order = []
toy_net.register_full_backward_hook(lambda *told: order.append("net"))
toy_net[0].register_full_backward_hook(lambda *told: order.append("layer"))
toy_net(torch.ones(1, 1)).backward()
toy_net(torch.ones(1, 1, requires_grad=True)).backward()
print(order)  # prints: ['net', 'layer', 'layer', 'net']
""",
    ("backward-hooks-in-forward-order", "order-of-registration", "flow-in-backward-order"): """
import torch
first, second = torch.nn.ReLU(), torch.nn.Tanh()
order = []
first.register_full_backward_hook(lambda *told: order.append("first"))
second.register_full_backward_hook(lambda *told: order.append("second"))
second(first(torch.ones(1, requires_grad=True))).backward()
print(order)  # prints: ['second', 'first']
""",
    ("edits-grad-input-in-place", "watching-changes-the-gradients"): """
import torch
toy = torch.nn.Identity()
def look(module, grad_input, grad_output):
    grad_input[0].zero_()  # the very tensor that flows on
toy.register_full_backward_hook(look)
z = torch.ones(3, requires_grad=True)
toy(z).sum().backward()
print(z.grad)  # prints: tensor([0., 0., 0.])
""",
    ("forward-instead-of-backward", "outputs-instead-of-gradients", "stops-on-the-way-back"): """
import torch
toy = torch.nn.Identity()
toy.register_forward_hook(lambda module, input, output: print("forward", output.item()))
toy.register_full_backward_hook(lambda module, gi, go: print("backward", go[0].item()))
out = toy(torch.tensor(5.0, requires_grad=True))  # prints: forward 5.0
out.backward()  # prints: backward 1.0
""",
    ("backward-pre-hook", "backward-hook-arguments", "ratio-hook-arguments"): """
import torch
toy = torch.nn.Identity()
toy.register_full_backward_pre_hook(lambda *told: print("before:", len(told), "things"))
toy.register_full_backward_hook(lambda *told: print("after:", len(told), "things"))
toy(torch.ones(1, requires_grad=True)).backward()
# prints: before: 2 things
# prints: after: 3 things
""",
    ("tensor-hook-for-all-passes", "hooks-on-the-notebooks-tensors"): """
import torch
toy, noted = torch.nn.Linear(1, 1), []
out = toy(torch.ones(1))
out.register_hook(lambda grad: noted.append("called"))
out.backward()
toy(torch.ones(1)).backward()  # another output tensor, without a hook
print(noted)  # prints: ['called']
""",
    ("none-entries-mean-no-change", "stops-the-gradient"): """
import torch
toy = torch.nn.Identity()
toy.register_full_backward_hook(lambda module, gi, go: (None,))
z = torch.ones(1, requires_grad=True)
toy(z).backward()
print(z.grad)  # prints: None
""",
}
