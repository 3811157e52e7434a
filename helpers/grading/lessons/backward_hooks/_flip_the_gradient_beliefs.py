"""What one may believe in flip-the-gradient that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import HOLD, RETURN

TUPLE = Misconception(
    "grad-input-is-a-tensor",
    "that grad_input is a tensor that one can calculate with.",
    "it is a tuple with an entry for each input, even when there is only one. Take the entry out, "
    "and return a tuple again.",
    HOLD,
)

RETURNS_GRAD_OUTPUT = Misconception(
    "returns-grad-output",
    "that what a full backward hook returns takes grad_output's place.",
    "it takes grad_input's place, so its entries must have the shapes of the inputs. grad_output "
    "has been used up by then.",
    RETURN,
)

BEFORE = Misconception(
    "flips-before-the-layer",
    "that a gradient may as well be turned round before a layer's backward as after it.",
    "turned round before, it reaches the layer's own weights too: domain now learns to be wrong. "
    "Turn round only what leaves it.",
    shared.BEFORE,
)

EDITS_OUTPUT = Misconception(
    "edits-grad-output-too-late",
    "that grad_output can still be changed when a full backward hook runs.",
    "the layer's backward has used it by then. Your edit changes a tensor that nobody reads any "
    "more, or that belongs to somebody else.",
    shared.BEFORE,
)

IN_PLACE = Misconception(
    "flips-in-place",
    "that grad_input is the hook's own copy.",
    "the numbers come out right, but it is the very tensor that other hooks were given: what one "
    "of them had kept was turned round behind its back. Return a new tensor.",
    RETURN,
)

ALL_OF_IT = Misconception(
    "flips-both-heads",
    "that the gradient of the features is domain's alone.",
    "it is the sum of what label and domain send back. You turned the whole sum round; only "
    "domain's part is meant, and a hook on domain sees just that.",
    HOLD,
)

OTHER_HEAD = Misconception(
    "flips-the-other-head",
    "that it doesn't matter which head the hook sits on.",
    "a hook changes what leaves its own module: label's part was turned round, domain's wasn't.",
    HOLD,
)

OUTPUT = Misconception(
    "flips-the-output",
    "that to turn a gradient round one turns the value round.",
    "an output came out changed. The forward pass is to stay as it is, and only a gradient on its "
    "way back gets another sign.",
    RETURN,
)

STOPPED = Misconception(
    "stops-the-gradient",
    "that None or zero in the returned tuple gives the gradient another sign.",
    "it stops the gradient: nothing of domain reached the features. What is wanted is the same "
    "gradient, negative.",
    RETURN,
)

TWICE = Misconception(
    "flipped-twice",
    "that two hooks which do the same are as good as one.",
    "each works on what the one before returned. Turned round twice, a gradient is as it was.",
    RETURN,
)

DOMAIN_TOO = Misconception(
    "changes-domains-weights",
    "that what a module sends back is the gradient of its weights, or depends on it.",
    "domain learns as if there were no hook, and only what it sends back to the features is turned "
    "round. Your hook changed the gradients of domain's own weights.",
    RETURN,
)
WITHOUT_SIGN = Misconception(
    "negative-instead-of-flipped",
    "that flipping a gradient makes it negative.",
    "domain's part came with one sign everywhere. Some of its entries were below zero already, and "
    "flipped they are above. Only the sign changes, in each entry.",
    RETURN,
)
OTHER_STRENGTH = Misconception(
    "flips-with-another-strength",
    "that a flipped gradient may be stronger or weaker, too.",
    "domain's part came multiplied by a number other than -1. To flip it is to change its sign and "
    "leave its size.",
    RETURN,
)
WRONG_MODULE = Misconception(
    "hook-on-the-module-before",
    "that the gradient of the features is what body sends back.",
    "features is body's output, and domain's input. What domain sends back to it is domain's "
    "grad_input; body's own goes to the data, where nobody needs it. Put the hook on domain.",
    HOLD,
)
