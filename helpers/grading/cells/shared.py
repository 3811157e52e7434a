"""Cells for what several lessons have in common: names, pairs, numbers written down."""

CELLS = {
    ("another-name-for-the-function", "another-name-than-asked", "no-class-of-that-name"): """
def greeting():
    return "hello"
try:
    print(greet())  # another name, whatever is in the function
except NameError as error:
    print(error)  # prints: name 'greet' is not defined
""",
    (
        "one-hook-instead-of-a-function",
        "code-instead-of-a-function",
        "watches-without-a-function",
        "hunts-in-one-model-only",
        "freezes-one-layer-by-hand",
        "block-instead-of-a-function",
    ): """
word = "one"
print(word.upper())  # prints: ONE
def shout(any_word):
    return any_word.upper()
print(shout("two"), shout("three"))  # prints: TWO THREE
""",
    (
        "fixed-learning-rate",
        "names-written-down",
        "does-the-work-by-hand",
        "mask-written-down",
        "limit-as-a-number",
    ): """
price = 3
by_number = lambda count: count * 3
by_name = lambda count: count * price
price = 5
print(by_number(2), by_name(2))  # prints: 6 10
""",
    ("a-package-of-your-own",): """
box = {"colour": "red"}
friend = box  # a friend holds the same box
box = {"colour": "blue"}  # a box of your own
print(friend)  # prints: {'colour': 'red'}
""",
    ("returns-what-it-noted",): """
def jot(z):
    return "noted"
z = 3
result = jot(z)
if result is not None:
    z = result
print(z)  # prints: noted
""",
    ("falsy-means-leave-it",): """
for output in (0, False, None):
    says_nothing = output is None
    print(repr(output), says_nothing)
# prints: 0 False
# prints: False False
# prints: None True
""",
    ("handle-without-remove",): """
class Ticket:
    def remove(self, why):
        print(why)
print(hasattr("text", "remove"))  # prints: False
try:
    Ticket().remove()
except TypeError as error:
    print("missing" in str(error))  # prints: True
""",
    ("clip-not-registered",): """
import torch
g = torch.tensor([8.0])
copy = g.clone()
copy.clamp_(max=2)
print(copy, g)  # prints: tensor([2.]) tensor([8.])
""",
    ("returns-one-part",): """
import torch
toy = torch.nn.Identity()
toy.register_forward_pre_hook(lambda m, args, kwargs: {"size": 1}, with_kwargs=True)
try:
    toy(5)
except RuntimeError as error:
    print("(new_args, new_kwargs)" in str(error))  # prints: True
""",
    ("word-for-a-list", "counts-instead-of-entries"): """
fired = []
fired.append("twin")
print(fired)  # prints: ['twin']
print(fired == "twin", fired == 1, fired == ["twin"])  # prints: False False True
""",
    ("notes-them-one-by-one", "notes-one-of-the-two"): """
row = ["Ann", 31, "Bo", 27]
pairs = [("Ann", 31), ("Bo", 27)]
print(len(row), len(pairs))  # prints: 4 2
""",
    ("numbers-instead-of-tensors",): """
import torch
g = torch.tensor([2.0])
print(g.shape, g.dtype)  # prints: torch.Size([1]) torch.float32
print(hasattr(g.item(), "shape"))  # prints: False
""",
    ("list-instead-of-tensor", "number-instead-of-list"): """
import torch
box = []
box.append(torch.ones(2))
print(type(box).__name__, len(box))  # prints: list 1
print(type(box[0]).__name__)  # prints: Tensor
""",
    ("a-pass-of-its-own",): """
import torch
t = torch.ones(1, requires_grad=True)
out = t * 2
print(torch.autograd.grad(out.sum(), t))  # prints: (tensor([2.]),)
print(t.grad)  # prints: None
""",
    ("registration-order-alone", "before-and-after-swapped"): """
import torch
toy = torch.nn.Identity()
toy.register_forward_hook(lambda *told: print("registered first, runs after"))
toy.register_forward_pre_hook(lambda *told: print("registered last, runs before"))
_ = toy(1)
# prints: registered last, runs before
# prints: registered first, runs after
""",
    ("hook-runs-once",): """
calls = []
def listener(name):
    calls.append(name)
for name in ("walk", "swim", "walk"):
    listener(name)  # once for each, and told which
print(calls)  # prints: ['walk', 'swim', 'walk']
""",
    ("clips-every-gradient", "clips-every-parameter"): """
import torch
one, two = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
one.register_hook(lambda grad: grad * 10)
(one + two).backward()
print(one.grad, two.grad)  # prints: tensor([10.]) tensor([1.])
""",
    ("recorder-without-hooks",): """
import torch
t = torch.ones(1, requires_grad=True)
read_at_once = t.grad
(t * 3).backward()
print(read_at_once, t.grad)  # prints: None tensor([3.])
""",
    ("any-hook-is-yours",): """
import torch
t = torch.ones(1, requires_grad=True)
t.register_hook(lambda grad: print("somebody else's"))
print(len(t._backward_hooks))  # prints: 1
""",
    ("returns-grad-output",): """
import torch
toy = torch.nn.Linear(2, 3)
toy.register_full_backward_hook(lambda module, gi, go: go)
try:
    toy(torch.ones(1, 2, requires_grad=True)).sum().backward()
except RuntimeError as error:
    print(error)  # prints: hook 'hook' has changed the size of value
""",
    ("gradients-in-another-order", "wrong-order", "tuple-instead-of-list"): """
wanted = [1, 2]
print(wanted == [2, 1])  # prints: False
print(wanted == (1, 2))  # prints: False
""",
    ("block-end-does-nothing",): """
lit = []
class Lamp:
    def __enter__(self):
        lit.append("on")
    def __exit__(self, *told):
        pass  # what isn't done here isn't done
with Lamp(): ...
print(lit)  # prints: ['on']
""",
    ("place-in-the-list-stays",): """
words = ["red", "green", "blue"]
place = words.index("green")
words.remove("red")
print(words[place])  # prints: blue
""",
    ("hook-writes-grad-itself",): """
import torch
t = torch.ones(1, requires_grad=True)
def toy_hook(grad):
    t.grad = torch.tensor([100.0])  # grad itself is added to this
t.register_hook(toy_hook)
(t * 5).backward()
print(t.grad)  # prints: tensor([105.])
""",
}
