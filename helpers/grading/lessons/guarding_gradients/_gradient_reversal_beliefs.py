"""What learners may believe in gradient-reversal that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import REVERSE

NO_CLASS = Misconception(
    "reverses-one-tensor",
    "that one reversed tensor is a layer.",
    "the task asks for a class Reversal, from which layers are made. There is none in your cell.",
    REVERSE,
)
EVERYONE = Misconception(
    "reverses-for-everyone",
    "that a hook on the tensor that comes in concerns this layer alone.",
    "the tensor belongs to all who use it, and its gradient is the sum of what they send back. All "
    "of it was turned round. The layer needs a tensor of its own, or a hook on itself.",
    REVERSE,
)
VALUES = Misconception(
    "reverses-the-values",
    "that a gradient is turned round by turning the value round.",
    "the values must go through as they are. Only the way back is changed.",
    REVERSE,
)
SIGN = Misconception(
    "reversal-without-minus",
    "that strength carries the sign.",
    "strength is positive, and the gradient is multiplied by its negative.",
    REVERSE,
)
NO_STRENGTH = Misconception(
    "reversal-without-strength",
    "that to reverse is only to change the sign.",
    "the gradient is to be multiplied by -strength, not by -1.",
    REVERSE,
)
FORGOT = Misconception(
    "reversal-returns-nothing",
    "that working out the reversed gradient is enough.",
    "the gradient arrived as if no hook were there. A hook hands on what it returns, and if that "
    "is None, the old one.",
    REVERSE,
)
STOPPED = Misconception(
    "reversal-stops-the-gradient",
    "that a detached tensor is as good as a view.",
    "nothing of domain's gradient reached h. A detached tensor is cut off from the graph; a view "
    "stays in it.",
    REVERSE,
)
FIXED = Misconception(
    "strength-as-it-was-made",
    "that a hook follows the attribute by itself.",
    "the hook uses the number that it was made with. Look the attribute up inside the hook.",
    REVERSE,
)
AT_FORWARD = Misconception(
    "strength-as-in-forward",
    "that forward and backward see the same strength.",
    "it was changed in between, and your hook had read it in forward. Look it up when the hook "
    "runs.",
    REVERSE,
)
COPY = Misconception(
    "copy-asks-the-original",
    "that a deep copy's hook knows the copy.",
    "a function is copied by name only: the copy calls the very same one, and self in it is still "
    "the first layer. Use the module that the hook is given, or a hook made in forward.",
    ("05_handles_and_lifetime", "Copies and files"),
)
EVERY_CALL = Misconception(
    "registers-in-every-call",
    "that a module's hook is used up by one pass.",
    "it stays on the module, and your forward adds another in each call. Two of them turn the "
    "gradient round twice. Register once, when the layer is made.",
    REVERSE,
)
ONE_USE = Misconception(
    "one-use-reversed",
    "that a layer is called once before backward comes.",
    "it was called twice in one pass, and only one of the two ways back was turned round. A handle "
    "or a tensor that is kept in one attribute belongs to the last call alone. Let each call's hook "
    "stay as it is; it goes with the pass.",
    REVERSE,
)
STRENGTH_LOCKED = Misconception(
    "strength-can-not-be-set",
    "that strength must be kept in a special way, or only be read.",
    "layer.strength = 2.0 raised: a buffer or parameter takes nothing but tensors, and a property "
    "without a setter takes nothing. A plain attribute, self.strength = strength, takes any number.",
    REVERSE,
)
IN_PLACE = Misconception(
    "reverses-in-place",
    "that the gradient which a hook is given is its own copy.",
    "the same tensor may be on its way to others, and was changed for them too. Return a new one.",
    ("02_tensor_hooks", "Why not in place"),
)
NO_HOOK = Misconception(
    "reversal-without-a-hook",
    "that this exercise is about the numbers alone.",
    "a function of your own with its backward is a fine way to write this layer, and there are "
    "tricks with detach(). But here a hook is to do it, and there is none.",
    REVERSE,
)
NO_SUPER = Misconception(
    "module-without-super-init",
    "that a module class of one's own may leave out super().__init__().",
    "nn.Module prepares its tables there, those for hooks too. Call it first in your __init__.",
    REVERSE,
)
NOTHING_BACK = Misconception(
    "nothing-on-the-way-back",
    "that a module's method named backward is called on the way back.",
    "PyTorch asks the graph, not the module, and no hook is registered: the gradient passed "
    "unchanged.",
    REVERSE,
)
