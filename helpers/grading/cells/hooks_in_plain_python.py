"""Cells for lesson 1: functions that are handed over, called by others, and taken off again."""

CELLS = {
    ("truth-instead-of-none", "zero-counts-as-an-answer", "lists-the-falsy-values"): """
for output in (0, "", [], None):
    if not output:
        print(repr(output), "counts as false")
# prints: 0 counts as false
# prints: '' counts as false
# prints: [] counts as false
# prints: None counts as false
""",
    ("compares-with-none",): """
import torch
numbers = torch.tensor([1.0, 2.0])
print(numbers == numbers)  # prints: tensor([True, True])
try:
    if numbers == numbers:
        print("equal")
except RuntimeError as error:
    print(str(error)[:40])  # prints: Boolean value of Tensor with more than o
""",
    ("stops-at-the-first-hook", "falsy-ends-the-loop", "zero-comes-out"): """
def first_guest(guests):
    for guest in guests:
        return f"welcome, {guest}"
print(first_guest(["Ann", "Bo", "Cy"]))  # prints: welcome, Ann
for guest in ["Ann", "", "Cy"]:
    if guest:  # an empty name is passed over, and the loop goes on
        print("seat for", guest)
# prints: seat for Ann
# prints: seat for Cy
""",
    ("called-at-once", "called-at-registration", "backward-hook-called-at-once"): """
def greet():
    print("hello")  # prints: hello
to_call_later = [greet()]  # called here and now; what it gives back is in the list
print(to_call_later)  # prints: [None]
print(callable(greet), callable(greet()))
# prints: hello
# prints: True False
""",
    ("off-again-at-the-end",): """
bells = []
bells.append(lambda: "ding")
print(len(bells))  # prints: 1
bells.pop()
print([ring() for ring in bells])  # prints: []
""",
    ("registered-twice-on-the-package",): """
calls = []
def jot(word):
    calls.append(word)
listeners = [jot, jot]  # the same function, put in twice
for listener in listeners:
    listener("hi")
print(calls)  # prints: ['hi', 'hi']
""",
    ("never-registered-on-the-package", "done-by-hand-once"): """
noted = []
def listener(word):
    noted.append(word)
listeners = []
for one in listeners:
    one("hi")
print(noted)  # prints: []
""",
    ("hook-without-the-program", "hook-asks-for-more", "hook-called-with-too-little"): """
def listener(word):
    return word
try:
    listener("who", "what")
except TypeError as error:
    print(error)  # prints: listener() takes 1 positional argument but 2 were given
""",
    ("program-is-its-name", "notes-the-function"): """
def walk():
    pass
print(walk == "walk")  # prints: False
print(walk.__name__ == "walk")  # prints: True
""",
    (
        "none-replaces-too",
        "register-returns-nothing",
        "calls-but-returns-nothing",
        "runner-returns-nothing",
    ): """
def twice(x):
    x * 2  # worked out, and dropped
def double_and_give(x):
    return x * 2
print(twice(4))  # prints: None
print(double_and_give(4))  # prints: 8
""",
    ("remove-works-once",): """
desk = ["pen"]
desk.remove("pen")
try:
    desk.remove("pen")
except ValueError as error:
    print(error)  # prints: list.remove(x): x not in list
""",
    ("with-works-by-itself", "any-function-works-with-with"): """
class Door:
    def close(self):
        print("closed")
try:
    with Door():
        pass
except TypeError as error:
    print("with" in str(error) or "context manager" in str(error))  # prints: True
""",
    ("remove-leaves-it-in",): """
shelf = ["atlas", "novel"]
same_shelf = shelf
shelf = [book for book in shelf if book != "novel"]  # a new list under the old name
print(shelf)  # prints: ['atlas']
print(same_shelf)  # prints: ['atlas', 'novel']
""",
    ("removes-by-value", "takes-others-off"): """
queue = ["Bo", "Ann", "Bo"]
queue.remove("Bo")  # the first that is equal, whoever put it in
print(queue)  # prints: ['Ann', 'Bo']
print(queue.pop())  # prints: Bo
""",
    (
        "assigns-inside-the-hook",
        "alarm-in-a-local-name",
        "answer-assigned-inside",
        "fills-a-name-of-its-own",
        "lists-made-anew-inside",
    ): """
words = []
def jot(word):
    words = [word]  # a new name, of this function alone
jot("hi")
print(words)  # prints: []
""",
    ("asks-the-hook-twice", "runs-the-program-again"): """
count = []
def ask():
    count.append("asked")
    return 7
if ask() is not None:
    print(ask())  # prints: 7
print(len(count))  # prints: 2
""",
    ("every-hook-gets-the-first-x", "last-hook-wins"): """
def add_one(z):
    return z + 1
start = z = 10
for work in (add_one, add_one):
    z = work(z)  # each works on what the one before it left
print(z, add_one(start))  # prints: 12 11
""",
    ("last-hook-first", "last-hook-first-predicted"): """
order = []
steps = []
steps.append(lambda: order.append("first in"))
steps.append(lambda: order.append("second in"))
for work in steps:
    work()
print(order)  # prints: ['first in', 'second in']
""",
    ("enter-returns-nothing", "exit-takes-no-arguments", "exit-without-arguments"): """
class Door:
    def __enter__(self):
        print("open")  # prints: open
    def __exit__(self, *told):
        print(len(told), "things told")
with Door() as door:
    print(door)
# prints: None
# prints: 3 things told
""",
    ("error-skips-the-end", "removes-after-the-call", "lines-after-the-yield"): """
def tidy():
    try:
        raise ValueError("spilt")
        print("swept")  # never reached
    except ValueError as error:
        print(error)
tidy()  # prints: spilt
""",
    ("exit-swallows-errors", "swallows-the-error", "hides-the-error"): """
class Quiet:
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        return True  # drops the error
with Quiet():
    print(1 / 0)
print("nobody heard of it")  # prints: nobody heard of it
""",
}
