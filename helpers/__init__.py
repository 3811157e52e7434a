"""The only door a notebook uses: marking, switches, pictures and benches, the story's programs.

Names are loaded when first asked for: marking on the command line needs no widgets, and the
lower rooms can be used without the upper ones.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helpers.hooks.pipeline import Package, program_A, program_B, program_C
    from helpers.hooks.switches import HookSwitch, SwitchBoard
    from helpers.hooks.toys import batch, tiny_mlp
    from helpers.notebook.verbs import check, hint, progress, solution
    from helpers.widgets.bar_picture import gradient_bars
    from helpers.widgets.firing_picture import firing_picture
    from helpers.widgets.gradient_lab import GradientLab
    from helpers.widgets.hook_map import hook_map
    from helpers.widgets.module_bench import ModuleBench
    from helpers.widgets.pipeline_bench import PipelineBench
    from helpers.widgets.pipeline_picture import pipeline_picture
    from helpers.widgets.switch_panel import SwitchPanel
    from helpers.widgets.tensor_bench import TensorBench
    from helpers.widgets.watch import watch

__all__ = [
    "GradientLab",
    "HookSwitch",
    "ModuleBench",
    "Package",
    "PipelineBench",
    "SwitchBoard",
    "SwitchPanel",
    "TensorBench",
    "batch",
    "check",
    "firing_picture",
    "gradient_bars",
    "hint",
    "hook_map",
    "pipeline_picture",
    "program_A",
    "program_B",
    "program_C",
    "progress",
    "solution",
    "tiny_mlp",
    "watch",
]

_ROOMS = {
    "hooks.pipeline": ("Package", "program_A", "program_B", "program_C"),
    "hooks.switches": ("HookSwitch", "SwitchBoard"),
    "hooks.toys": ("batch", "tiny_mlp"),
    "notebook.verbs": ("check", "hint", "progress", "solution"),
    "widgets.bar_picture": ("gradient_bars",),
    "widgets.firing_picture": ("firing_picture",),
    "widgets.gradient_lab": ("GradientLab",),
    "widgets.hook_map": ("hook_map",),
    "widgets.module_bench": ("ModuleBench",),
    "widgets.pipeline_bench": ("PipelineBench",),
    "widgets.pipeline_picture": ("pipeline_picture",),
    "widgets.switch_panel": ("SwitchPanel",),
    "widgets.tensor_bench": ("TensorBench",),
    "widgets.watch": ("watch",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a name of ``__all__`` from its room."""
    if name not in _HOME:
        raise AttributeError(f"helpers has no {name!r}; it has {', '.join(__all__)}")
    value = globals()[name] = getattr(import_module(f"helpers.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    """List what a notebook can import, for completion."""
    return __all__
