"""What one may believe in change-a-keyword that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.forward_hooks._shared import KEYWORDS

NOT_ASKED = Misconception(
    "keywords-come-by-themselves",
    "that keyword arguments are in input, or come to a hook by themselves.",
    "input has the positional arguments alone. Keyword arguments come only to a hook that was "
    "registered with with_kwargs=True, as a third argument.",
    KEYWORDS,
)

ONE_PART = Misconception(
    "returns-one-part",
    "that a hook with keywords may return the changed part alone.",
    "it returns nothing, or both parts: the tuple of positional arguments and the dict of keyword "
    "arguments.",
    KEYWORDS,
)

ALWAYS_THERE = Misconception(
    "keyword-is-always-there",
    "that a keyword argument is there in every call.",
    "a caller may leave factor out. Then it isn't in the dict, and Scale's own default holds.",
    KEYWORDS,
)

FIXED = Misconception(
    "sets-the-keyword-always",
    "that a smaller factor, or none, is to become 3 as well.",
    "only factors above 3 are to be held back. A smaller one, or none at all, goes through as it is.",
    KEYWORDS,
)

NAMES = Misconception(
    "kwargs-keys-as-names",
    "that the hook may name the keyword among its own arguments.",
    "the hook gets one dict with all keyword arguments. Take factor out of it by its key.",
    KEYWORDS,
)
NO_DICT = Misconception(
    "keyword-part-is-no-dict",
    "that the second thing a hook with keywords returns is the new factor.",
    "it is the dict of all keyword arguments, which is then taken apart by its keys. Yours is a bare "
    "value. Put it into a dict, under the key factor.",
    KEYWORDS,
)
NO_TUPLE = Misconception(
    "positional-part-is-no-tuple",
    "that with one positional argument, that argument can stand for the tuple.",
    "the first thing you return is taken apart into positional arguments. A bare tensor is taken "
    "apart into its rows, and forward was given too many. Return args as it came, or a tuple.",
    KEYWORDS,
)
BY_PLACE = Misconception(
    "keyword-handed-over-by-place",
    "that a keyword argument may be handed on by its place.",
    "factor stands behind the * in forward, so only its name reaches it. As a second positional "
    "argument it was one too many. It belongs into the dict of keyword arguments.",
    KEYWORDS,
)

ZERO_IS_NONE = Misconception(
    "zero-factor-is-no-factor",
    "that a factor of 0 is as good as none.",
    "0 counts as false, and so `or`, or a bare if, takes it for a factor that is missing. It is one, "
    "and below 3: the output is to be all zeros. Ask whether the key is there, with in.",
    ("01_hooks_in_plain_python", "The trap: if output"),
)

BOTH_SIDES = Misconception(
    "holds-the-size-back",
    "that 3 or below is about the size, so that a large negative factor is held back, too.",
    "a negative factor is below 3, however large it is: -7 is to stay -7, and yours became -3. "
    "Only the upper side has a limit.",
    KEYWORDS,
)
