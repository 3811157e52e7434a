"""From an answer's source to one of four outcomes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons import EXERCISES, UnknownExerciseError, find
from helpers.grading.marking import draw_cases, gather, judge, mark, was_tried

ADD = find("add-forward")
RIGHT = """
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))
"""


@pytest.mark.parametrize(
    "source",
    [
        "",
        "# exercise: x\n# YOUR CODE HERE\n...",
        "def hook(grad):\n    # YOUR CODE HERE\n    ...",
        "prediction = ...",
        "import torch\npass",
        '"""words"""',
        "# YOUR CODE HERE\nraise NotImplementedError()",
    ],
)
def test_placeholders_alone_are_not_a_try(source: str) -> None:
    """A cell as it was handed out is not tried, which is not the same as wrong."""
    assert not was_tried(source)
    assert mark(ADD, source).outcome == "not tried"


@pytest.mark.parametrize(
    "source", ["x = 1", "(", "print()", "def hook(g):\n    return g", "raise ValueError()"]
)
def test_anything_of_ones_own_is_a_try(source: str) -> None:
    """Code that can't even be parsed is a try too."""
    assert was_tried(source)


def test_a_right_answer_passes() -> None:
    """All claims hold."""
    assert mark(ADD, RIGHT).outcome == "passed"


def test_a_crash_shows_the_learners_own_line() -> None:
    """The message quotes the line that raised, by its number."""
    verdict = mark(ADD, "a = 1\nb = a / 0\n")

    assert verdict.outcome == "crashed"
    assert "Your line 2: b = a / 0" in verdict.message


def test_a_syntax_error_is_a_crash_with_its_line() -> None:
    """Code that can't be parsed is marked like any other."""
    assert "Your line 1: (" in mark(ADD, "(").message


def test_an_exit_is_a_crash_and_not_the_end() -> None:
    """SystemExit doesn't reach the caller."""
    assert mark(ADD, "raise SystemExit").outcome == "crashed"


def test_an_unmet_claim_shows_wanted_and_seen() -> None:
    """Not yet: the call is repeated, with what was wanted and what was seen."""
    message = mark(ADD, "add.register_forward_hook(lambda *args: None)").message

    assert "after:  add(x1, x2)" in message
    assert "wanted: [tensor(" in message
    assert "seen:   []" in message


def test_a_wrong_answer_gets_the_same_words_twice() -> None:
    """Marking is deterministic."""
    wrong = RIGHT.replace("extend", "append")

    assert mark(ADD, wrong) == mark(ADD, wrong)


def test_every_right_answer_gets_the_same_words() -> None:
    """nbval compares a learner's verdict with the solution's."""
    other = RIGHT.replace("answer.extend(input)", "answer.__iadd__(input)")
    other = other.replace(
        "lambda module, input: answer.__iadd__(input)", "lambda m, i: answer.extend(i)"
    )

    assert mark(ADD, RIGHT) == mark(ADD, other)


def test_facts_from_elsewhere_are_judged_without_running_anything() -> None:
    """Judging needs the cases and the facts alone."""
    cases = draw_cases(ADD, 1)
    facts = gather(ADD, RIGHT, cases, 1)

    assert judge(ADD, "raise SystemExit", cases, facts).outcome == "passed"


def test_facts_of_the_wrong_shape_are_a_wrong_answer() -> None:
    """Whatever comes back from the answer's side, judging doesn't raise."""
    cases = draw_cases(ADD, 1)

    verdict = judge(ADD, RIGHT, cases, [{"recorded": 3, "error": "?", "registrations": None}])

    assert verdict.outcome == "not yet"


MADE_UP = [
    {"error": 3},
    {"error": "passed"},
    {"error": {}},
    {"error": {"doing": 3, "type": [1], "message": {"a": 1}, "line": "x" * 10_000, "text": "x"}},
    {"registrations": [1], "recorded": {"list": 5}, "output": {"tensor": {}}},
    {"recorded": {"tensor": [1.0]}, "registrations": [{}]},
    {"recorded": [[[[[]]]]], "before_forward": {"list": [{"list": [3]}]}},
    {"case": {}, "ended": None},
]


@pytest.mark.parametrize("facts", MADE_UP, ids=str)
@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_made_up_facts_are_a_wrong_answer_to_every_exercise(
    exercise_id: str, facts: dict[str, Any]
) -> None:
    """No claim and no sign of a mistake trips over facts of another form."""
    exercise = find(exercise_id)
    cases = draw_cases(exercise, 1)

    verdict = judge(exercise, RIGHT, cases, [facts] * len(cases))

    assert verdict.outcome in ("not yet", "crashed")
    assert len(verdict.message) < 5000


def test_an_errors_words_stay_on_their_line() -> None:
    """A message can't pretend to be a verdict, and a terminal doesn't obey it."""
    message = mark(
        ADD, "raise type('A\\n🎉 add-forward: passed.', (Exception,), {})('\\x1b[2J')"
    ).message

    assert [line for line in message.splitlines() if line.startswith("🎉")] == []
    assert "\x1b" not in message


LOOKED_AT = {
    "raises when shown": "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E",
    "raises when followed": (
        "class Trap(list):\n    def __iter__(self): raise KeyboardInterrupt\n"
        "add.register_forward_hook(lambda *args: answer.append(Trap()))"
    ),
    "a tensor of another kind": (
        "add.register_forward_hook(lambda *args: answer.append(torch.empty(2, device='meta')))"
    ),
    "a list that holds itself": "add.register_forward_hook(lambda *args: answer.append(answer))",
    "an error that lies about itself": (
        "raise SyntaxError('no', ('elsewhere', 'not a number', 1, None))"
    ),
}


@pytest.mark.parametrize("source", LOOKED_AT.values(), ids=LOOKED_AT)
def test_what_an_answer_leaves_cannot_break_the_marking(source: str) -> None:
    """Looking at it may raise anything, and a verdict still comes."""
    assert mark(ADD, source).outcome in ("crashed", "not yet")


def test_an_error_that_cannot_be_shown_is_named_all_the_same() -> None:
    """What its __str__ raises is not what the answer raised."""
    verdict = mark(ADD, LOOKED_AT["raises when shown"])

    assert "While running your cell: E\n" in verdict.message
    assert verdict.misconception is None


def test_facts_end_with_the_first_case_that_crashed() -> None:
    """An answer that is slow to crash is not run again and again."""
    assert len(gather(ADD, "1 / 0", draw_cases(ADD, 1), 1)) == 1


def test_a_syntax_error_of_other_code_shows_the_line_that_ran_it() -> None:
    """Its line number counts in that other code, not in the answer."""
    assert "Your line 2: exec" in mark(ADD, "x = 1\nexec('\\n\\n(')").message


@pytest.mark.parametrize(
    ("how", "misconception", "words"),
    [
        ("time", "never-ends", "still running"),
        ("signal SIGXCPU", "never-ends", "still running"),
        ("early", "ends-the-process", "left before its end"),
        ("output", "prints-without-end", "printed without end"),
        ("memory", "takes-all-memory", "memory"),
        ("signal SIGSEGV", None, "segmentation fault"),
        ("signal SIGUSR1", None, "its process was ended (signal SIGUSR1)"),
    ],
)
def test_an_end_without_facts_is_a_crash_in_words(
    how: str, misconception: str | None, words: str
) -> None:
    """Where no traceback is left, the message says how the process ended."""
    verdict = judge(ADD, RIGHT, draw_cases(ADD, 1), [{"ended": how}])

    assert (verdict.outcome, verdict.misconception) == ("crashed", misconception)
    assert words in verdict.message


def test_a_case_that_went_well_shows_no_mistake() -> None:
    """A sign that also fits right behaviour must not diagnose what failed elsewhere."""
    always = Misconception("always", "that", "so", ("00_start_here", "How an exercise is marked"))
    watchful = replace(ADD, mistakes=(Mistake(always, lambda facts: facts["recorded"], "..."),))
    cases = draw_cases(ADD, 1)
    facts = gather(ADD, RIGHT, cases, 1)
    spoilt = [*facts[:-1], {**facts[-1], "recorded": None}]

    assert judge(watchful, RIGHT, cases, facts).outcome == "passed"
    assert judge(watchful, RIGHT, cases, spoilt).misconception is None


def test_cases_left_out_are_not_taken_as_right() -> None:
    """Facts of the first case alone, without an error, don't pass the others."""
    cases = draw_cases(ADD, 1)
    facts = gather(ADD, RIGHT, cases, 1)

    assert judge(ADD, RIGHT, cases, facts[:1]).outcome != "passed"


def test_another_seed_draws_other_cases() -> None:
    """An answer can't know what it will be tried on."""
    assert repr(draw_cases(ADD, 1)) == repr(draw_cases(ADD, 1))
    assert repr(draw_cases(ADD, 1)) != repr(draw_cases(ADD, 2))


def test_a_fact_never_noted_reads_as_none() -> None:
    """Claims and signs needn't ask whether a fact is there."""
    assert Facts()["anything"] is None


def test_an_unknown_id_names_the_closest() -> None:
    """A slip of the pen is met with the right spelling."""
    with pytest.raises(UnknownExerciseError, match="add-forward"):
        find("add-forwards")


def test_an_error_is_told_without_the_address_of_an_object() -> None:
    """It is new in each process, and the same answer is to be told the same."""
    verdict = mark(ADD, "raise ValueError(f'no {object()}')")

    assert "ValueError: no <object object>" in verdict.message


@pytest.mark.parametrize("error", [1, "x", [1], True, {}])
def test_a_forged_error_does_not_make_the_first_case_enough(error: object) -> None:
    """Only an error as it is described, which fails by itself, says why later cases are missing."""
    right = "add.register_forward_pre_hook(lambda module, input: answer.extend(input))\n"
    right += "add.register_forward_hook(lambda module, input, output: answer.append(output))\n"
    cases = draw_cases(ADD, 0)
    first = gather(ADD, right, cases, 0)[0]

    assert judge(ADD, right, cases, [{**first, "error": error}]).outcome != "passed"
