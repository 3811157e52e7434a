"""What one may believe in watch-the-package that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON

CHANGES = Misconception(
    "returns-what-it-noted",
    "that what a hook returns goes nowhere.",
    "whatever a hook returns, unless it is None, takes the place of the value. The next program "
    "was given what your hook returned. To watch only, return nothing.",
    (LESSON, BETWEEN),
)

TOO_EARLY = Misconception(
    "pre-hook-sees-results",
    "that a pre-hook sees what the program makes.",
    "it runs before the program, so it sees what goes in. What comes out is seen by a hook that "
    "runs after it.",
    (LESSON, BETWEEN),
)

RUNS_AGAIN = Misconception(
    "runs-the-program-again",
    "that calling the program in the hook is a way to watch it.",
    "then it runs twice, and whatever else it does is done twice. The package runs it anyway; a "
    "hook that runs after it is given what it made.",
    (LESSON, BETWEEN),
)

FUNCTION = Misconception(
    "notes-the-function",
    "that the program and its name are the same.",
    "you noted the function itself, or the text that stands for it. Every function keeps its name "
    "in __name__.",
    (LESSON, BETWEEN),
)

FIXED_NAMES = Misconception(
    "names-written-down",
    "that the package will always hold A and B.",
    "with one more program in it, your hook missed it or gave it another's name. The hook is told "
    "which program is at work: take the name from there.",
    (LESSON, BETWEEN),
)

SWAPPED = Misconception(
    "pair-the-wrong-way-round",
    "that the order inside a pair doesn't matter.",
    "all is there, with the value first. The task asks for the name first, then the value.",
    (LESSON, BETWEEN),
)

FLAT = Misconception(
    "notes-them-one-by-one",
    "that noting name and value one after the other makes a pair.",
    "the list has them in a row, as separate entries. The task asks for one pair for each program.",
    (LESSON, BETWEEN),
)

HALF = Misconception(
    "notes-one-of-the-two",
    "that name or value alone will do.",
    "the task asks for both, as a pair: which program, and what it made.",
    (LESSON, BETWEEN),
)

PRINTS = Misconception(
    "prints-instead-of-keeping",
    "that what is printed is kept.",
    "printing shows a value and forgets it. Put the pair into the list seen.",
    (LESSON, BETWEEN),
)

LOCAL_NAME = Misconception(
    "assigns-inside-the-hook",
    "that seen = … inside a function changes the list outside.",
    "an assignment makes a new name that lives in the function alone. Put the pair into the list "
    "that is there.",
    (LESSON, BETWEEN),
)
NO_PAIR = Misconception(
    "text-instead-of-a-pair",
    "that any note in which name and value can be read will do.",
    "seen is to be a list of pairs, each with the name as a text and the value as it is. A text "
    "with both in it, or a dict, is no pair: nobody can go on computing with the value.",
    (LESSON, BETWEEN),
)
MADE_ANEW = Misconception(
    "list-made-anew-each-time",
    "that setting seen inside the hook adds to it.",
    "seen is another object after each call of your hook: what the calls before had noted is gone. "
    "Put the pair into the list that is there.",
    (LESSON, BETWEEN),
)
SOME_LEFT_OUT = Misconception(
    "some-programs-left-out",
    "that it is enough to note some of the programs.",
    "the hook is called after every program, and each time it is to leave one more pair in seen. "
    "Some of the pairs aren't there.",
    (LESSON, BETWEEN),
)
ONE_CALL = Misconception(
    "notes-one-call-only",
    "that the package is called once, or that a program has one pair for good.",
    "after the first call your list was right, after the second it wasn't. Each time a program has "
    "run, one more pair goes to the end of seen, whatever is in it already.",
    (LESSON, BETWEEN),
)
