"""The only door a notebook uses: marking, switches and pictures, and the story's programs."""

from helpers.hooks.pipeline import Package, program_A, program_B, program_C
from helpers.hooks.switches import HookSwitch, SwitchBoard
from helpers.hooks.toys import batch, tiny_mlp
from helpers.notebook.cells import start as _start
from helpers.notebook.verbs import check, hint, progress, solution
from helpers.widgets.bar_picture import gradient_bars
from helpers.widgets.firing_picture import firing_picture
from helpers.widgets.pipeline_picture import pipeline_picture
from helpers.widgets.switch_panel import SwitchPanel

__all__ = [
    "HookSwitch",
    "Package",
    "SwitchBoard",
    "SwitchPanel",
    "batch",
    "check",
    "firing_picture",
    "gradient_bars",
    "hint",
    "pipeline_picture",
    "program_A",
    "program_B",
    "program_C",
    "progress",
    "solution",
    "tiny_mlp",
]

_start()
