"""What goes wrong in mend-the-recorder: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.handles_and_lifetime import _mend_the_recorder_beliefs as beliefs
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import line, raised
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for


def _of(facts: Facts, world: str, key: str) -> Any:
    return dict((facts[world] or {"dict": []})["dict"]).get(key)


def _wanted(facts: Facts, key: str) -> Any:
    return facts["case"]["wanted"][key]


def _means_right(facts: Facts) -> bool:
    return same(_of(facts, "passes", "means"), {"list": _wanted(facts, "means")})


def _wrong_results(facts: Facts) -> bool:
    seen = _of(facts, "training", "results")
    return seen is not None and not same(seen, _wanted(facts, "results"))


def _closes_once(facts: Facts) -> bool:
    """Say whether the first close() was well, and the second one failed."""
    doing = (facts["error"] or {}).get("doing")
    return doing == "calling recorder.close() a second time" and not _still_on(facts)


def _still_on(facts: Facts) -> bool:
    return (_of(facts, "closing", "hooks") or 0) > 1


_RIGHT = (
    "class Recorder:\n"
    "    def __init__(self, layer):\n"
    "        self.last, self.means = None, []\n"
    "        self.handle = layer.register_forward_hook(self.note)\n"
    "    def note(self, module, input, output):\n"
    "        self.last = output.detach().clone()\n"
    "        self.means.append(output.mean().item())\n"
    "    def close(self):\n"
    "        self.handle.remove()\n"
)


MISTAKES = (
    Mistake(
        beliefs.NO_RECORDER,
        lambda facts: facts["defined"] is False and not facts["error"],
        but_for(_RIGHT, ("class Recorder", "class MendedRecorder")),
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(_RIGHT, ("(self.note)", "(self.note(layer, None, torch.zeros(1)))")),
    ),
    Mistake(
        shared.OTHER_KIND,
        shared.other_kind,
        but_for(_RIGHT, ("register_forward_hook", "register_forward_pre_hook"))
        .replace("input, output)", "input)")
        .replace("output.", "input[0]."),
    ),
    Mistake(
        shared.ARGUMENTS,
        shared.wrong_arguments,
        but_for(_RIGHT, ("note(self, module, input, output)", "note(self, output)")),
    ),
    Mistake(
        beliefs.DETACHES_IN_PLACE,
        lambda facts: facts["detaches_in_place"] and _wrong_results(facts),
        but_for(_RIGHT, ("output.detach().clone()", "output.detach_().clone()")),
    ),
    Mistake(
        beliefs.RETURNS_SOMETHING,
        lambda facts: (
            _wrong_results(facts)
            or (
                (facts["error"] or {}).get("doing") == "running model(x) with Recorder(layer)"
                and not line(facts)
            )
        ),
        but_for(_RIGHT, (".mean().item())\n", ".mean().item())\n        return self.last * 0\n")),
    ),
    Mistake(
        beliefs.NO_HOOK_RECORDER,
        lambda facts: (
            _of(facts, "passes", "means") not in (None, {"list": []})
            and _of(facts, "closing", "registered") == 0
        ),
        "class Recorder:\n    def __init__(self, layer):\n        self.means, self.layer = [], layer\n"
        "        self.plain = layer.forward\n        layer.forward = self.forward\n"
        "    def forward(self, x):\n        output = self.plain(x)\n"
        "        self.last = output.detach().clone()\n"
        "        self.means.append(output.mean().item())\n        return output\n"
        "    def close(self):\n        self.layer.forward = self.plain\n",
    ),
    Mistake(
        beliefs.CLONE_CUTS,
        lambda facts: _of(facts, "passes", "last_made_by") == "CloneBackward0",
        but_for(_RIGHT, (".detach().clone()", ".clone()")),
    ),
    Mistake(
        beliefs.KEEPS_LIVE_OUTPUT,
        lambda facts: (
            (_of(facts, "passes", "last_in_graph") and _of(facts, "passes", "bytes"))
            or (_of(facts, "passes", "bytes") and not _of(facts, "passes", "means_in_graph"))
        ),
        but_for(_RIGHT, (".detach().clone()", "")),
    ),
    Mistake(
        beliefs.MEAN_IS_A_NUMBER,
        lambda facts: _of(facts, "passes", "means_in_graph"),
        but_for(_RIGHT, (".mean().item()", ".mean()")),
    ),
    Mistake(
        beliefs.DETACHED_IS_A_COPY,
        lambda facts: (
            _of(facts, "passes", "last") is not None
            and not same(_of(facts, "passes", "last"), _wanted(facts, "last"))
            and _means_right(facts)
            and "tensor" in _of(facts, "passes", "last")
        ),
        but_for(_RIGHT, (".detach().clone()", ".detach()")),
    ),
    Mistake(
        beliefs.SHARED_LIST,
        lambda facts: _of(facts, "two", "shared"),
        but_for(_RIGHT, ("    def __init__", "    means = []\n    def __init__")).replace(
            "self.last, self.means = None, []", "self.last = None"
        ),
    ),
    Mistake(
        beliefs.NO_CLOSE,
        lambda facts: raised(facts, "AttributeError", "has no attribute 'close'"),
        but_for(_RIGHT, ("    def close(self):\n        self.handle.remove()\n", "")),
    ),
    Mistake(
        beliefs.HANDLE_LOST,
        lambda facts: (
            (facts["error"] or {}).get("doing") == "calling recorder.close()"
            and raised(facts, "AttributeError", "'Recorder' object has no attribute")
        ),
        but_for(_RIGHT, ("self.handle = layer", "handle = layer")),
    ),
    Mistake(
        shared.CLEARS_THE_TABLE,
        lambda facts: _of(facts, "closing", "hooks") == 0,
        but_for(_RIGHT, ("self.handle.remove()", "self.layer._forward_hooks.clear()")).replace(
            "self.handle = ", "self.layer = layer\n        "
        ),
    ),
    Mistake(
        shared.DEL_IS_REMOVAL,
        lambda facts: facts["deletes"] and _still_on(facts),
        but_for(_RIGHT, ("self.handle.remove()", "del self.handle")),
    ),
    Mistake(
        beliefs.CLOSE_ONCE_ONLY,
        _closes_once,
        but_for(
            _RIGHT, ("self.handle.remove()", "self.handle.remove()\n        self.handle = None")
        ),
    ),
    Mistake(
        shared.REMOVE_WITHOUT_CALL,
        lambda facts: facts["names_remove"] and _still_on(facts),
        but_for(_RIGHT, ("handle.remove()", "handle.remove")),
    ),
    Mistake(
        beliefs.CLOSE_LEAVES_HOOK,
        _still_on,
        but_for(_RIGHT, ("self.handle.remove()", "self.closed = True")).replace(
            "        self.last = output",
            "        if hasattr(self, 'closed'): return\n        self.last = output",
        ),
    ),
    Mistake(
        beliefs.LAST_NOT_SET,
        lambda facts: _means_right(facts) and _of(facts, "passes", "last") is None,
        but_for(_RIGHT, ("self.last = output", "last = output")),
    ),
    Mistake(
        beliefs.LAST_NO_TENSOR,
        lambda facts: (
            _means_right(facts)
            and _of(facts, "passes", "last") is not None
            and "tensor" not in _of(facts, "passes", "last")
        ),
        but_for(
            _RIGHT,
            ("self.last = output.detach().clone()", "self.last.append(output.detach().clone())"),
        ).replace("None, []", "[], []"),
    ),
    Mistake(
        beliefs.OTHER_MEANS,
        lambda facts: (
            same(_of(facts, "passes", "last"), _wanted(facts, "last"))
            and _of(facts, "passes", "means") is not None
            and not _means_right(facts)
        ),
        but_for(_RIGHT, (".mean().item()", ".sum().item()")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
