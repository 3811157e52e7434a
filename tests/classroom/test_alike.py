"""Answers that are nearly the same are found, whatever their names; chance is left out."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from helpers.classroom.alike import OfExercise, Pair, compare
from helpers.classroom.forms import form, shingles
from helpers.classroom.nearness import groups, likeness

if TYPE_CHECKING:
    from tests.classroom.conftest import Class

SOURCE = """\
# exercise: record-shapes
shapes = {}
def remember(module, args, output):
    for place, one in enumerate(args):
        shapes[module, place] = tuple(one.shape)
    shapes[module, "out"] = tuple(output.shape)
for part in model.modules():
    if len(list(part.children())) == 0:
        part.register_forward_hook(remember, always_call=True)
"""
RENAMED = """\
# exercise: record-shapes
# my own work!
found = {}

def hook(m, inp, o):
    \"\"\"Note the shapes.\"\"\"
    for i, x in enumerate(inp):
        found[m, i] = tuple(x.shape)
    found[m, 'result'] = tuple(o.shape)


for layer in model.modules():
    if len(list(layer.children())) == 0:
        layer.register_forward_hook(hook, always_call=True)
"""
OTHER = """\
# exercise: record-shapes
class Keeper:
    def __init__(self):
        self.all = []
    def __call__(self, module, args, output):
        self.all.append((type(module).__name__, [a.shape for a in args], output.shape))
keeper = Keeper()
handles = [one.register_forward_hook(keeper) for one in model.children()]
"""
GIVES = ("model", "answer")


def same(one: str, other: str) -> float:
    """Return how alike two sources are."""
    return likeness(shingles(form(one, GIVES)), shingles(form(other, GIVES)))


def test_names_layout_comments_and_texts_do_not_count() -> None:
    """A docstring is one token more, and that is all."""
    assert form(SOURCE, GIVES) == form(RENAMED.replace('    """Note the shapes."""\n', ""), GIVES)
    assert same(SOURCE, RENAMED) > 0.9


CHANGES = {
    "a line more": SOURCE + "print(len(shapes))\n",
    "a line moved": "\n".join([*SOURCE.splitlines()[2:], SOURCE.splitlines()[1]]),
    "an attribute renamed": OTHER.replace("all", "seen"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_small_changes_leave_two_answers_alike(kind: str) -> None:
    """Disguises that take a minute."""
    assert same(OTHER if "attribute" in kind else SOURCE, CHANGES[kind]) >= 0.8


@pytest.mark.parametrize("other", ["model", "x", "input", "torch"])
def test_a_name_may_be_anybodys(other: str) -> None:
    """Also one that the task, Python or PyTorch has, where the source gives it a new meaning."""
    source = "def hook(module, one, out):\n    keep(one[0])\n    return out"

    assert form(source.replace("one", other), GIVES) == form(source, GIVES)


def test_different_ideas_are_not_alike() -> None:
    """Though both use the same calls of PyTorch."""
    assert same(SOURCE, OTHER) < 0.4


@pytest.mark.parametrize(
    "kept", ["register_forward_hook", "model", "enumerate", "always_call", "0"]
)
def test_what_the_learner_did_not_choose_counts(kept: str) -> None:
    """The names of PyTorch, of Python and of the task, and numbers."""
    assert kept in form(SOURCE, GIVES)


@pytest.mark.parametrize("broken", ["def f(:\n  '", '"""', "\x00\\", "é = 1 ¤ 2", ""])
def test_broken_syntax_has_a_form_too(broken: str) -> None:
    """Nothing in an answer stops the report."""
    assert isinstance(shingles(form(broken)), frozenset)


def test_the_groups_are_those_that_comparing_all_pairs_gives() -> None:
    """The short cut leaves nothing out."""
    draw = random.Random(0)
    words = [str(number) for number in range(40)]
    sets = [frozenset(draw.sample(words, draw.randint(1, 12))) for _ in range(60)]
    sets += [one | {draw.choice(words)} for one in sets]

    def of(number: int) -> frozenset[int]:
        """Return the whole group of a set, by walking from neighbour to neighbour."""
        seen, new = {number}, [number]
        while new:
            one = new.pop()
            near = {at for at in range(len(sets)) if likeness(sets[one], sets[at]) >= 0.8}
            new += near - seen
            seen |= near
        return frozenset(seen)

    assert {frozenset(group) for group in groups(sets)} == {of(n) for n in range(len(sets))}


def test_a_thousand_different_answers_are_compared_in_seconds() -> None:
    """All pairs would be half a million."""
    draw = random.Random(0)
    tokens = form(SOURCE, GIVES)
    sets = []
    for _ in range(1000):
        changed = [draw.choice(tokens) if draw.random() < 0.2 else one for one in tokens]
        sets.append(shingles(changed))
    begun = time.perf_counter()

    groups(sets)

    assert time.perf_counter() - begun < 10


def compared(classroom: Class) -> tuple[dict[str, OfExercise], list[Pair]]:
    """Mark the class and compare its answers."""
    classroom.run()
    return classroom.tallied(compare)  # type: ignore[no-any-return]


def test_two_alike_are_named(classroom: Class) -> None:
    """And the third, who had an idea of her own, is not."""
    for name, source in {"anna": SOURCE, "ben": RENAMED, "cleo": OTHER}.items():
        classroom.put(f"{name}.ipynb", classroom.make(record_shapes=source))

    found, pairs = compared(classroom)

    assert [group.learners for group in found["record-shapes"].groups] == [("anna", "ben")]
    assert pairs == []


def test_alike_in_two_exercises_is_a_pair(classroom: Class) -> None:
    """That is less likely to be chance."""
    for name, source in {"anna": SOURCE, "ben": RENAMED, "cleo": OTHER}.items():
        classroom.put(f"{name}.ipynb", classroom.make(record_shapes=source, add_forward=source))

    _, pairs = compared(classroom)

    assert [(pair.learners, pair.exercises) for pair in pairs] == [
        (("anna", "ben"), ("add-forward", "record-shapes"))
    ]


def test_what_many_have_is_counted_and_not_named(classroom: Class) -> None:
    """Six with one idea are no ring."""
    for number in range(6):
        classroom.put(f"{number}.ipynb", classroom.make(record_shapes=f"{SOURCE}# {number}"))

    found, _ = compared(classroom)

    assert (found["record-shapes"].groups, found["record-shapes"].common) == ([], 6)


def test_the_courses_own_solution_is_nobodys_copy(classroom: Class) -> None:
    """It is the way that the lesson teaches."""
    from helpers.course.answers import reference

    for name in ("anna", "ben"):
        source = f"{reference('record-shapes')}\n# {name}"
        classroom.put(f"{name}.ipynb", classroom.make(record_shapes=source))

    found, _ = compared(classroom)

    assert (found["record-shapes"].groups, found["record-shapes"].as_in_course) == ([], 2)


def test_the_same_slip_in_the_courses_solution_tells(classroom: Class) -> None:
    """Near to the course's answer many are; wrong in the same place only some."""
    from helpers.course.answers import reference

    slips = {"anna": "tuple", "ben": "tuple", "cleo": "list"}
    for name, slip in slips.items():
        source = f"{reference('handle-with')}\nkept = {slip}(range(3))  # {name} #not yet"
        classroom.put(f"{name}.ipynb", classroom.make(handle_with=source))

    found, _ = compared(classroom)

    assert [group.learners for group in found["handle-with"].groups] == [("anna", "ben")]
    assert found["handle-with"].as_in_course == 0


def test_short_answers_are_alike_by_chance(classroom: Class) -> None:
    """One call has one form."""
    for name in ("anna", "ben"):
        classroom.put(f"{name}.ipynb", classroom.make(add_forward=f"{name} = add(1)"))

    found, _ = compared(classroom)

    assert (found["add-forward"].groups, found["add-forward"].short) == ([], 2)


def test_untouched_answers_are_not_compared(classroom: Class) -> None:
    """They are all the same."""
    for name in ("anna", "ben"):
        classroom.put(f"{name}.ipynb", classroom.make(record_shapes=SOURCE + "#not tried"))

    assert compared(classroom)[0]["record-shapes"].compared == 0
