"""What one may believe in record-shapes that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.forward_hooks._shared import IN_AND_OUT, TWO_HOOKS, UNSEEN

NOT_THERE = Misconception(
    "another-name-than-asked",
    "that any name will do for the function.",
    "it is called by the name record_shapes, and there is no function of that name in your cell.",
    TWO_HOOKS,
)
LATE_NAME = Misconception(
    "late-loop-name",
    "that a function made in a loop remembers the loop's name as it was then.",
    "it looks the name up when it is called, and by then the loop has ended: every hook wrote "
    "under the last name. Hand the name over when you make the hook.",
    IN_AND_OUT,
)
TOP_ONLY = Misconception(
    "children-are-all-layers",
    "that a model's children are all its layers.",
    "children are the modules directly inside. Layers inside a block were missed.",
    IN_AND_OUT,
)
ONE_LAYER = Misconception(
    "one-layer-of-all",
    "that every layer got a hook.",
    "one layer did. A return inside the loop ends it at the first turn; what stands behind the "
    "loop is done once, for the last layer. Register in each turn, and return after the loop.",
    IN_AND_OUT,
)
NO_LAYER = Misconception(
    "no-layer-got-a-hook",
    "that the loop came to a layer and put a hook on it.",
    "the function ended, and no hook was on. Either its condition lets no layer through, or a "
    "return ends the loop in its first turn, which belongs to the model itself.",
    IN_AND_OUT,
)
WITH_WEIGHTS_ONLY = Misconception(
    "layers-without-weights-left-out",
    "that only modules with weights are layers.",
    "ReLU and Tanh are layers, too: they are called, and they have an output. Yours went without a "
    "hook. A layer is whatever has no modules inside, whichever class it is of.",
    IN_AND_OUT,
)
SOME_LAYERS = Misconception(
    "some-layers-left-out",
    "that your condition lets every layer through.",
    "some layers were called and noted nothing: no hook was on them. Let one question decide, and "
    "no list of classes or names: has this module other modules inside?",
    IN_AND_OUT,
)
NOT_THE_SHAPE = Misconception(
    "part-of-the-shape",
    "that any note of an output's size will do.",
    "each layer is there, under another entry than its output's whole shape. The shape is a tuple "
    "with one number for each dimension, the batch among them.",
    IN_AND_OUT,
)
FIRST_CALL_ONLY = Misconception(
    "notes-the-first-call-only",
    "that one note for each layer is enough.",
    "the second call had a larger batch, and shapes still showed the first one's. The hooks are to "
    "stay on and write anew in each call.",
    TWO_HOOKS,
)
CONTAINERS = Misconception(
    "containers-count-as-layers",
    "that every module is a layer.",
    "a container, and the model itself, are modules too. The task asks for modules that have no "
    "modules inside.",
    IN_AND_OUT,
)
SHAPE_IN = Misconception(
    "shape-of-what-goes-in",
    "that input is what the layer makes.",
    "you noted the shape of what goes into each layer. A forward hook's third argument is what "
    "comes out.",
    IN_AND_OUT,
)
KEEPS_TENSORS = Misconception(
    "keeps-the-tensors",
    "that keeping the output is as good as keeping its shape.",
    "a kept output keeps the whole graph behind it alive. Note the shape alone.",
    IN_AND_OUT,
)
NO_HANDLES = Misconception(
    "hooks-cannot-come-off",
    "that a hook need not come off.",
    "your function gives nothing back with which its hooks could be removed, so they stay for the "
    "model's whole life. Return the handles.",
    TWO_HOOKS,
)
ONE_HANDLE = Misconception(
    "returns-the-last-handle",
    "that one handle takes off all hooks of a loop.",
    "each registration has a handle of its own. You returned one, and the other hooks stayed on.",
    TWO_HOOKS,
)
RUNS_ITSELF = Misconception(
    "runs-the-model-itself",
    "that the function should run the model to learn the shapes.",
    "shapes had entries before the model was called, or stayed as they were in the next call. The "
    "hooks must do the noting, whenever the model runs.",
    UNSEEN,
)
BY_TYPE = Misconception(
    "key-is-not-the-name",
    "that a module knows its name.",
    "the keys are to be the names that named_modules() gives, such as “0” or “2.0”. A module "
    "doesn't know its own.",
    IN_AND_OUT,
)
RETURNS = Misconception(
    "watcher-returns-something",
    "that what a hook returns is collected somewhere, or goes nowhere.",
    "what a forward hook returns takes the place of the layer's output, and the next layer is "
    "given that. Yours returned something that is no tensor. (A lambda returns its value, too.) "
    "Note the shape, and return nothing.",
    ("03_forward_hooks", "Return values replace"),
)
TWO_NAMES = Misconception(
    "a-name-for-each-place",
    "that a layer which runs in two places is two layers.",
    "it is one module, and named_modules() gives it once, under one name. Yours was noted under a "
    "second name as well. Hooked once, it notes both of its calls.",
    IN_AND_OUT,
)
GENERATOR = Misconception(
    "generator-for-a-list",
    "that a loop in round brackets, or one with yield, runs when the function is called.",
    "it makes a generator, which does nothing until somebody goes through it: no hook was on when "
    "the model was called. Return a list: square brackets run the loop at once.",
    ("03_forward_hooks", "Two hooks on one module"),
)
