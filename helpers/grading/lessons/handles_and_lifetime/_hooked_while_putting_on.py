"""What goes wrong in hooked-while before and inside the block: signs and specimens."""

from __future__ import annotations

from helpers.grading.data import items
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.handles_and_lifetime import _hooked_while_beliefs as beliefs
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.handles_and_lifetime._hooked_while_signs import (
    HEAD,
    RIGHT,
    fired,
    hooks,
    missing,
    of,
    too_many,
    wanted,
)
from helpers.grading.lessons.tensor_hooks._shared import line, raised
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for

PUTTING_ON = (
    Mistake(
        beliefs.NO_HOOKED,
        lambda facts: facts["defined"] is False and not facts["error"],
        "handles = [m.register_forward_hook(note) for m in model if is_linear(m)]\n"
        "for handle in handles:\n    handle.remove()\n",
    ),
    Mistake(
        beliefs.NO_CONTEXT_MANAGER,
        lambda facts: (
            raised(facts, "TypeError", "context manager") or raised(facts, "AttributeError", "__e")
        ),
        but_for(RIGHT, ("@contextlib.contextmanager\n", "")),
    ),
    Mistake(
        beliefs.ONE_YIELD,
        lambda facts: (
            raised(facts, "RuntimeError", "generator didn't stop")
            or (
                raised(facts, "RuntimeError", "generator didn't yield")
                and not facts["case"]["wanted"]["hooks"]
            )
        ),
        HEAD + "    for module in model.modules():\n        if predicate(module):\n"
        "            with module.register_forward_hook(hook):\n                yield\n",
    ),
    Mistake(
        beliefs.NO_YIELD,
        lambda facts: raised(facts, "TypeError", "is not an iterator"),
        but_for(RIGHT, ("        yield\n", "")),
    ),
    Mistake(
        beliefs.EXIT_ARGUMENTS,
        lambda facts: raised(facts, "TypeError", "__exit__() takes"),
        "class hooked:\n    def __init__(self, model, predicate, hook):\n"
        "        self.picked, self.hook = filter(predicate, model.modules()), hook\n"
        "    def __enter__(self):\n"
        "        self.handles = [m.register_forward_hook(self.hook) for m in self.picked]\n"
        "    def __exit__(self):\n        for handle in self.handles:\n            handle.remove()\n",
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(RIGHT, ("_hook(hook)", "_hook(hook(module, None, torch.ones(1)))")),
    ),
    Mistake(
        shared.OTHER_KIND,
        shared.other_kind,
        but_for(RIGHT, ("register_forward_hook", "register_full_backward_hook")),
    ),
    Mistake(
        shared.ARGUMENTS,
        lambda facts: shared.wrong_arguments(facts) and "predicate(" not in line(facts),
        but_for(RIGHT, ("_hook(hook)", "_hook(lambda output: hook(module, (), output))")),
    ),
    Mistake(
        shared.CLEARS_THE_TABLE,
        lambda facts: (
            len(items(of(facts, "others", "fired"))) in (1, 2)
            or (
                facts["reads_table"]
                and items(of(facts, "nested blocks", "seen"))[2:3] == [0]
                and hooks(facts) > 0
            )
        ),
        but_for(
            RIGHT,
            (
                "for handle in handles:\n            handle.remove()",
                "for module in model.modules():\n            module._forward_hooks.clear()",
            ),
        ),
    ),
    Mistake(
        shared.EVERYWHERE,
        lambda facts: (of(facts, "others", "elsewhere") or 0) > 0,
        HEAD + "    from torch.nn.modules.module import register_module_forward_hook\n"
        "    def picked(module, input, output):\n        if predicate(module):\n"
        "            return hook(module, input, output)\n"
        "    with register_module_forward_hook(picked):\n        yield\n",
    ),
    Mistake(
        beliefs.NO_HOOK_AT_ALL,
        lambda facts: fired(facts) and hooks(facts) == 0,
        HEAD + "    plain = {m: m.forward for m in model.modules() if predicate(m)}\n"
        "    def patch(m, forward):\n"
        "        m.forward = lambda x: hook(m, (x,), forward(x))\n"
        "    for m, forward in plain.items():\n        patch(m, forward)\n"
        "    try:\n        yield\n    finally:\n"
        "        for m, forward in plain.items():\n            m.forward = forward\n",
    ),
    Mistake(
        beliefs.EMPTY_BLOCK,
        lambda facts: (
            facts["case"]["model"] == "flat"
            and fired(facts) == []
            and wanted(facts, "hooks") > hooks(facts) == 0
            and facts["inside: registered"] >= wanted(facts, "hooks")
        ),
        HEAD + "    for module in model.modules():\n        if predicate(module):\n"
        "            with module.register_forward_hook(hook):\n                pass\n    yield\n",
    ),
    Mistake(
        beliefs.ON_EVERYTHING,
        lambda facts: too_many(facts) and not missing(facts),
        but_for(RIGHT, ("if predicate(module):", "if not list(module.children()):")),
    ),
    Mistake(
        beliefs.NO_ROOT,
        lambda facts: (
            raised(facts, "TypeError", "is not iterable")
            or (fired(facts) and "2.0" in missing(facts) and facts["case"]["model"] == "nested")
        ),
        but_for(RIGHT, ("model.modules()", "model.children()")),
    ),
    Mistake(
        beliefs.CONTAINERS_LEFT_OUT,
        lambda facts: (
            fired(facts) == []
            and facts["case"]["picks"] == "Sequential"
            and not facts["inside: registered"]
            and not facts["error"]
        ),
        but_for(
            RIGHT, ("if predicate(module)", "if predicate(module) and not list(module.children())")
        ),
    ),
    Mistake(
        beliefs.NOT_THE_ROOT,
        lambda facts: missing(facts) == {"the model"},
        but_for(RIGHT, ("model.modules()", "list(model.modules())[1:]")),
    ),
    Mistake(
        beliefs.ASKED_AT_CALL,
        lambda facts: (
            of(facts, "inside", "on all")
            and (of(facts, "inside", "on others") or 0) > 1
            and not too_many(facts)
            and not missing(facts)
        ),
        but_for(
            RIGHT,
            ("            if predicate(module):\n    ", ""),
            ("_hook(hook)", "_hook(only_if)"),
            (
                "    handles = []\n",
                "    handles = []\n    def only_if(module, input, output):\n"
                "        if predicate(module):\n"
                "            return hook(module, input, output)\n",
            ),
        ),
    ),
    Mistake(
        beliefs.SHARED_TWICE,
        lambda facts: (
            facts["case"]["model"] == "nested"
            and facts["case"]["picks"] == "Linear"  # the shared layer is one
            and hooks(facts) > wanted(facts, "hooks") > 0
            and hooks(facts) != 2 * wanted(facts, "hooks")
            and not too_many(facts)
            and not of(facts, "inside", "on others")
        ),
        but_for(
            RIGHT,
            (
                "        for module in model.modules():\n"
                "            if predicate(module):\n"
                "                handles.append(module.register_forward_hook(hook))\n",
                "        def register(module):\n            if predicate(module):\n"
                "                handles.append(module.register_forward_hook(hook))\n"
                "        model.apply(register)\n",
            ),
        ),
    ),
)
"""Tried in this order, before those about leaving the block."""
