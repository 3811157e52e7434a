"""More cells for lesson 5: blocks, and what is sure to be cleaned up."""

CELLS = {
    ("last-never-set", "last-is-no-single-tensor"): """
class Box:
    last, every = None, []
    def put(self, value):
        last = value  # a name of this call
        self.every.append(value)
box = Box()
box.put(1), box.put(2)
print(box.last, box.every)  # prints: None [1, 2]
""",
    ("means-of-something-else",): """
import torch
t = torch.tensor([1.0, 2.0, 6.0])
print(t.mean().item(), t.sum().item(), t.max().item())  # prints: 3.0 9.0 6.0
print(t.mean(dim=0, keepdim=True))  # prints: tensor([3.])
""",
    ("a-yield-for-each-layer",): """
import contextlib
rooms = contextlib.contextmanager(lambda: (number for number in (1, 2)))  # two yields
try:
    with rooms() as room:
        print("in room", room)  # prints: in room 1
except RuntimeError as error:
    print(error)  # prints: generator didn't stop
""",
    ("context-manager-without-yield",): """
import contextlib
room = contextlib.contextmanager(lambda: None)  # no yield
try:
    with room():
        print("inside")  # never reached
except TypeError as error:
    print(error)  # prints: 'NoneType' object is not an iterator
""",
    ("nothing-fails-while-registering", "flow-leaves-hooks-after-an-error"): """
lit = []
def light(names):
    for name in names:
        lit.append(name.upper())
try:
    light(["hall", "stairs", 3])  # the third one raises
except AttributeError:
    print(lit)  # prints: ['HALL', 'STAIRS']
""",
    ("cleans-only-after-errors",): """
for cost in (1, 0):
    try:
        1 / cost
    except ZeroDivisionError:
        print(cost, "the except is reached")
# prints: 0 the except is reached
""",
    ("flow-swallows-the-error",): """
def work():
    try:
        1 / 0
    finally:
        return "a return here drops the error"
print(work())  # prints: a return here drops the error
""",
    ("shortens-its-list-in-the-loop",): """
names = ["Ann", "Bo", "Cy", "Di"]
for name in names:
    names.remove(name)
print(names)  # prints: ['Bo', 'Di']
""",
    ("shared-layer-hooked-twice",): """
import torch
act = torch.nn.ReLU()
toy_net = torch.nn.Sequential(act, torch.nn.Sequential(act))
met = []
toy_net.apply(lambda module: met.append(module))
print(met.count(act))  # prints: 2
print(list(toy_net.modules()).count(act))  # prints: 1
""",
    ("containers-left-out", "containers-compute-nothing", "watches-the-model-only"): """
import torch
toy_net = torch.nn.Sequential(torch.nn.ReLU())
noted = []
for module in (toy_net, toy_net[0]):
    module.register_forward_pre_hook(lambda m, input: noted.append(type(m).__name__))
toy_net(torch.ones(1))
print(noted)  # prints: ['Sequential', 'ReLU']
""",
    ("doubles-what-has-gathered",): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_post_accumulate_grad_hook(lambda p: setattr(p, "grad", p.grad * 10))
(t * 1).backward()
print(t.grad)  # prints: tensor([10.])
(t * 1).backward()
print(t.grad)  # prints: tensor([110.])
""",
    ("predicate-not-asked", "rings-at-every-gradient"): """
is_even = lambda number: number % 2 == 0
print([n for n in range(5)])  # prints: [0, 1, 2, 3, 4]
print([n for n in range(5) if is_even(n)])  # prints: [0, 2, 4]
""",
    ("one-list-for-all-blocks",): """
open_doors = []  # one list for all
def leave():
    open_doors.clear()
open_doors.append("outer")
open_doors.append("inner")
leave()  # the inner one leaves
print(open_doors)  # prints: []
""",
    ("remove-takes-nothing",): """
import torch
t = torch.ones(1, requires_grad=True)
noted = []
toy_handles = [t.register_hook(lambda grad: noted.append("called")) for _ in range(4)]
toy_handles[0].remove()
t.sum().backward()
print(len(noted))  # prints: 3
""",
    ("copy-writes-elsewhere", "copy-asks-the-original"): """
import copy
def jot():
    return "the same"
box = {"call": jot, "list": [1]}
twin = copy.deepcopy(box)
print(twin["list"] is box["list"])  # prints: False
print(twin["call"] is box["call"])  # prints: True
""",
    ("helper-hook-stays",): """
import torch
toy = torch.nn.Identity()
first = toy.register_forward_hook(lambda *_: None)
toy.register_forward_hook(lambda *_: first.remove())
toy(torch.ones(1))
print(len(toy._forward_hooks))  # prints: 1
""",
    ("predicate-asked-at-the-call",): """
import torch
toy = torch.nn.ReLU()
noted = []
def only_linear(module, args, output):
    noted.append(isinstance(module, torch.nn.Linear))
toy.register_forward_hook(only_linear)
toy(torch.ones(1))
print(len(toy._forward_hooks), noted)  # prints: 1 [False]
""",
    ("table-of-hooks-is-always-there",): """
import torch
t = torch.ones(1, requires_grad=True)
print(t._backward_hooks)  # prints: None
toy_handle = t.register_hook(lambda grad: None)
print(len(t._backward_hooks))  # prints: 1
toy_handle.remove()  # your own hook and no other, whatever is in the dictionary
""",
    ("every-error-is-an-exception",): """
errors = ValueError, KeyboardInterrupt, SystemExit
for error in errors:
    print(error.__name__, issubclass(error, Exception))
# prints: ValueError True
# prints: KeyboardInterrupt False
# prints: SystemExit False
""",
    ("name-goes-back-with-the-hook",): """
asks = [lambda: number for number in (1, 2, 3)]
asks.pop()
print([ask() for ask in asks])  # prints: [3, 3]
""",
}
