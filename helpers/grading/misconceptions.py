"""The catalogue of misconceptions that more than one exercise can meet.

One that belongs to a single exercise is declared in that exercise's own block.
"""

from __future__ import annotations

from helpers.grading.exercise import Facts, Misconception, Mistake

MARKED = ("00_start_here", "How an exercise is marked")
TWO_HOOKS = ("03_forward_hooks", "Two hooks on one module")

ENDS_THE_PROCESS = Misconception(
    "ends-the-process",
    "that ending Python early does a mark no harm.",
    "your answer stopped the program before its hooks could be tried. Marking looks at what the "
    "hooks do, so let the code run to its end.",
    MARKED,
)
NEVER_ENDS = Misconception(
    "never-ends",
    "that the loop will come to an end.",
    "your answer was still running when its time was up. Look for a loop whose condition never "
    "turns false.",
    MARKED,
)
PRINTS_WITHOUT_END = Misconception(
    "prints-without-end",
    "that the loop which writes will come to an end.",
    "your answer wrote so much that it was stopped. Look for a loop around what it prints.",
    MARKED,
)
TAKES_ALL_MEMORY = Misconception(
    "takes-all-memory",
    "that what you build stays small.",
    "your answer asked for more memory than an answer may have. Look for a list that grows in a "
    "loop, or for a shape with a zero too many.",
    MARKED,
)
CALLS_ITSELF = Misconception(
    "calls-itself",
    "that calling a function, or a module, from within itself is one call more.",
    "that call starts the next one, and so on, until Python stops it. A hook that calls its own "
    "module is such a circle: each call of the module calls the hook again.",
    TWO_HOOKS,
)
NEVER_REGISTERED = Misconception(
    "never-registered",
    "that a function with the right name is a hook.",
    "a function becomes a hook when you hand it to a register_… method. Until then nothing calls "
    "it.",
    TWO_HOOKS,
)
CALLED_AT_REGISTRATION = Misconception(
    "called-at-registration",
    "that register_…(hook(...)) registers hook.",
    "the parentheses call your function at once, and its result (None) is what gets registered. "
    "Hand over the function itself: register_…(hook).",
    TWO_HOOKS,
)


def _error(facts: Facts, key: str) -> str:
    return str((facts["error"] or {}).get(key))


def _out_of_memory(facts: Facts) -> bool:
    # PyTorch raises a RuntimeError of its own where the system gives no more.
    refused = ("not enough memory", "can't allocate memory", "out of memory")
    return (
        facts["ended"] == "memory"
        or _error(facts, "type") in ("MemoryError", "OutOfMemoryError")
        or any(words in _error(facts, "message") for words in refused)
    )


COMMON: tuple[Mistake, ...] = (
    Mistake(
        ENDS_THE_PROCESS,
        lambda facts: (
            facts["ended"] in ("early", "lost", "signal SIGKILL", "signal SIGTERM", "signal SIGINT")
            or _error(facts, "type") == "SystemExit"
        ),
        "import os\nos._exit(0)\n",
    ),
    Mistake(
        NEVER_ENDS,
        lambda facts: facts["ended"] in ("time", "signal SIGXCPU"),
        "while True:\n    pass\n",
    ),
    Mistake(
        PRINTS_WITHOUT_END,
        lambda facts: facts["ended"] == "output",
        "import os\nwhile True:\n    os.write(1, b'still here ' * 10_000)\n",
    ),
    Mistake(TAKES_ALL_MEMORY, _out_of_memory, "kept = [0] * 10**10\n"),
    Mistake(
        CALLS_ITSELF,
        lambda facts: _error(facts, "type") == "RecursionError",
        "def hook(grad):\n    return hook(grad)\n\nhook(v)\n",
    ),
)
"""Mistakes that any answer to any exercise can hold; tried after the exercise's own."""
