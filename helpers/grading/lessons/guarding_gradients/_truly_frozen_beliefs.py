"""What learners may believe in truly-frozen that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import FREEZE

NO_FUNCTION = Misconception(
    "freezes-one-layer-by-hand",
    "that one layer, frozen by hand, is what is asked for.",
    "the task asks for a function freeze(layer) that works for any layer. There is none in your "
    "cell.",
    FREEZE,
)
ZEROS = Misconception(
    "zeros-freeze",
    "that a parameter with a gradient of zero stands still.",
    "momentum, Adam's averages and weight decay move it all the same. An optimiser passes over a "
    "parameter only if it has no gradient at all.",
    FREEZE,
)
NONE_KEEPS = Misconception(
    "none-from-a-tensor-hook",
    "that a tensor hook which returns None, or sets .grad to None, leaves no gradient.",
    "None means “keep it as it is”, and .grad is filled only after the hook. Take the gradient "
    "away when it has arrived.",
    FREEZE,
)
REQUIRES_GRAD = Misconception(
    "requires-grad-is-a-hook",
    "that switching requires_grad off is what is asked for.",
    "it does freeze, and it is often the better way. But no hook is there, and no handle to let "
    "the layer go again. Here hooks are to do it.",
    FREEZE,
)
WEIGHTS_ONLY = Misconception(
    "freezes-weights-only",
    "that a layer's weight is all it learns.",
    "its bias moved. parameters() gives you all there are, those of inner layers too.",
    FREEZE,
)
OWN_PARAMETERS = Misconception(
    "parameters-of-the-outermost-only",
    "that a block's own parameters are all it has.",
    "a block of layers has none of its own: those of the layers inside count. parameters() walks "
    "through them all.",
    FREEZE,
)
ONCE = Misconception(
    "throws-the-gradient-away-once",
    "that what is thrown away once stays away.",
    "the next backward fills .grad again, and no hook of yours was on. Let a hook throw it away, "
    "each time.",
    FREEZE,
)
PUTS_BACK = Misconception(
    "puts-the-weight-back-too-early",
    "that a hook of backward comes after the step.",
    "it comes before: the weight was put back, and then the optimiser moved it. Leave the weight "
    "alone, and take away what moves it.",
    FREEZE,
)
CUTS = Misconception(
    "cuts-the-way-back",
    "that a frozen layer lets no gradient through.",
    "the layers before it must learn as ever. You stopped the gradient that flows through; only "
    "that of the layer's own parameters is to go.",
    FREEZE,
)
LAYER_OUTPUT = Misconception(
    "freezes-what-flows-on",
    "that what a full backward hook returns reaches the layer's weights.",
    "it takes the place of grad_input, which is on its way to the layers before. The weights were "
    "served from grad_output.",
    ("04_backward_hooks", "Why you never return the list"),
)
NOTHING_DONE = Misconception(
    "local-name-grad",
    "that giving a new value to a name changes the gradient.",
    "the layer moved as if no hook were there. A name inside your function is gone when it ends; "
    "set the attribute .grad of the parameter that the hook is given.",
    FREEZE,
)
EVAL = Misconception(
    "eval-freezes",
    "that eval() keeps a layer from learning.",
    "it changes how dropout and batch norm behave, and nothing else: gradients come and steps are "
    "taken as ever.",
    FREEZE,
)
ON_THE_LAYER = Misconception(
    "post-accumulate-on-a-layer",
    "that a layer takes a post-accumulate hook.",
    "only tensors have gradients to accumulate. Put the hook on each of the layer's parameters.",
    FREEZE,
)
BACK_TOO_LATE = Misconception(
    "back-in-place-for-the-next-forward",
    "that a layer stands still if it is put back before it is used again.",
    "the step moved it, and until the next forward it stays moved: whoever looks at the weights, or "
    "saves them, finds others. Keep the step from moving it: take the gradient away.",
    FREEZE,
)
NOT_UNDONE = Misconception(
    "removal-undoes-the-hook",
    "that removing a hook takes back what it has done.",
    "the layer stood, as it should, and went on standing with every handle removed. Something that "
    "your hook has set, requires_grad for one, stays set. Let the hook do what must be done anew in "
    "each pass, and nothing that lasts.",
    FREEZE,
)
