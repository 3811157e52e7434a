"""More cells for lesson 1: pairs, calls, and what a hook is given."""

CELLS = {
    ("text-instead-of-a-pair",): """
price, words = ("tea", 3), "tea: 3"
print(price[1] * 2)  # prints: 6
print(words[1] * 2)  # prints: ee
""",
    ("some-programs-left-out",): """
words = []
for word in ("red", "green", "blue"):
    if word != "green":
        words.append(word)
print(words)  # prints: ['red', 'blue']
""",
    ("list-made-anew-each-time",): """
words = []
for word in ("red", "green"):
    words = [word]  # another list each time
print(words)  # prints: ['green']
""",
    ("uses-up-the-list",): """
calls = [str.upper, str.title]
while calls:
    print(calls.pop()("hi"))
# prints: Hi
# prints: HI
print(calls)  # prints: []
""",
    ("condition-never-true",): """
def toy(): pass
toy_hook = lambda program, x: print(program.__name__, program is toy, x == "toy")
toy_hook(toy, 3)  # prints: toy True False
""",
    ("function-runs-again-where-it-is-named",): """
def toy():
    print("called")
    return 7
result = toy()  # prints: called
if result:
    print(result)  # prints: 7
""",
    ("hooks-before-the-program",): """
def chain(program, before, after, text):
    return after(program(before(text)))
def adding(end):
    return lambda text: text + end
print(chain(adding("P"), adding("1"), adding("2"), "x"))  # prints: x1P2
""",
    ("every-handle-is-a-with-block",): """
class Toy:
    def remove(self): print("off")
try:
    with Toy(): pass
except TypeError as error:
    print(error)
# prints: 'Toy' object does not support the context manager protocol
""",
    ("program-c-is-given-too-much",): """
def toy(x): return x + 1
try:
    toy("a program", 1)
except TypeError as error:
    print(error)  # prints: toy() takes 1 positional argument but 2 were given
""",
    ("state-outlives-the-call", "one-pass-is-enough"): """
turns = []
def toy():
    turns.append(1)
    return "first" if len(turns) == 1 else "not the first any more"
print(toy(), "|", toy())  # prints: first | not the first any more
""",
    ("notes-one-call-only",): """
pairs, latest = [], {}
for name, value in (("P", 1), ("P", 2)):  # one program, twice
    pairs.append((name, value))
    latest[name] = value
print(pairs, list(latest.items()))  # prints: [('P', 1), ('P', 2)] [('P', 2)]
""",
}
