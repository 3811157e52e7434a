"""PipelineBench: x on its way through packages, with switches for hooks and a slider for x."""

from __future__ import annotations

from collections.abc import Mapping

import ipywidgets as widgets

from helpers.hooks.switches import SwitchBoard
from helpers.widgets.pipeline_picture import Hookable, pipeline_picture
from helpers.widgets.switch_panel import SwitchPanel


class PipelineBench(SwitchPanel):
    """Several packages side by side, each under its title, fed with the same x.

    ``x`` is where the slider starts; it goes from ``least`` to ``most``.
    """

    def __init__(
        self,
        packages: Hookable | Mapping[str, Hookable],
        board: SwitchBoard,
        x: int = 10,
        least: int = -10,
        most: int = 20,
    ) -> None:
        """Build switches and slider, and draw once."""
        self.slider = widgets.IntSlider(value=x, min=least, max=most, description="x")
        self.slider.observe(lambda change: self.refresh(), names="value")
        super().__init__(
            board, lambda: pipeline_picture(packages, self.slider.value, board), [self.slider]
        )
