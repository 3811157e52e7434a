"""pipeline_picture: x at each stage on its way through packages, drawn and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from xml.etree import ElementTree

import pytest
import torch

from helpers.hooks.pipeline import Package, program_A, program_B, program_C
from helpers.hooks.switches import HookSwitch, SwitchBoard
from helpers.widgets.picture import BLUE, VERMILLION, Picture
from helpers.widgets.pipeline_picture import pipeline_picture

Hook = Callable[[Any, Any], Any]


def at(place: object, result: Callable[[Any], Any]) -> Hook:
    """Return a hook that works at one program only."""
    return lambda program, x: result(x) if program is place else None


def trap(hooks: Iterable[Hook], program: Any, x: Any) -> Any:
    """Run hooks as one that asks `if output`."""
    for hook in hooks:
        output = hook(program, x)
        if output:
            x = output
    return x


def board_over(package: Package) -> SwitchBoard:
    """Return real switches, all off."""
    return SwitchBoard(
        HookSwitch("C before B", package.register_pre_hook, at(program_B, program_C)),
        HookSwitch("C after A", package.register_hook, at(program_A, program_C)),
        HookSwitch("0 after A", package.register_hook, at(program_A, lambda x: 0)),
    )


def two_runners() -> tuple[dict[str, Package], SwitchBoard]:
    """Return two packages that share their hooks, with the right runner and with the trap."""
    right, trapped = Package(), Package(trap)
    trapped.pre_hooks, trapped.hooks = right.pre_hooks, right.hooks
    return {"right": right, "trap": trapped}, board_over(right)


def shapes(picture: Picture, kind: str) -> list[ElementTree.Element]:
    """Return the elements of one kind, in reading order."""
    return list(ElementTree.fromstring(picture.html).iter(kind))


def boxes(picture: Picture) -> list[str]:
    """Return 'program' or 'hook' for each box, by its colour and dashes together."""
    kinds = {(BLUE, "none"): "program", (VERMILLION, "5 3"): "hook"}
    styles = [
        dict(part.split(":") for part in box.get("style").split(";"))
        for box in shapes(picture, "rect")
    ]
    return [kinds[style["stroke"], style["stroke-dasharray"]] for style in styles]


def words(picture: Picture) -> list[str]:
    """Return the texts in the drawing."""
    return ["".join(text.itertext()) for text in shapes(picture, "text")]


def test_without_hooks_the_programs_alone_are_drawn() -> None:
    """A box for A and one for B, and three values."""
    package = Package()
    picture = pipeline_picture(package, 10, board_over(package))

    assert picture.text == "10 → program A → 13 → program B → 10"
    assert boxes(picture) == ["program", "program"]
    assert words(picture)[:5] == ["10", "program A", "13", "program B", "10"]


@pytest.mark.parametrize(
    ("switch", "text"),
    [
        ("C after A", "10 → program A → 13 → C after A → 18 → program B → 15 → C after A (None)"),
        (
            "C before B",
            "10 → C before B (None) → program A → 13 → C before B → 18 → program B → 15",
        ),
    ],
)
def test_a_hook_that_is_on_stands_where_it_works(switch: str, text: str) -> None:
    """Its value is on the arrow behind it; where it returned None it is a ring and no box."""
    package = Package()
    with board_over(package) as board:
        board[switch].turn_on()
        picture = pipeline_picture(package, 10, board)

    assert picture.text == text
    assert boxes(picture) == ["program", "hook", "program"]
    assert ["".join(ring.itertext()) for ring in shapes(picture, "circle")] == [
        f"{switch} returned None"
    ]


def test_a_dropped_result_is_said_to_be_dropped() -> None:
    """Under the trap a hook that returns 0 changes nothing, and the picture tells."""
    packages, board = two_runners()
    with board:
        board["0 after A"].turn_on()
        picture = pipeline_picture(packages, 10, board)

    right, trapped = picture.text.splitlines()
    assert right == "right: 10 → program A → 13 → 0 after A → 0 → program B → -3 → 0 after A (None)"
    assert trapped.startswith("trap:  10 → program A → 13 → 0 after A (0 dropped) → 13 →")
    assert words(picture).count("returned 0: dropped") == 1


def test_both_runners_agree_where_nothing_falsy_comes() -> None:
    """Two rows, under their titles, with the same values."""
    packages, board = two_runners()
    with board:
        board["C after A"].turn_on()
        picture = pipeline_picture(packages, 10, board)

    right, trapped = (line.split(":")[1].strip() for line in picture.text.splitlines())
    assert right == trapped
    assert {"right", "trap"} <= set(words(picture))


def test_an_error_ends_its_row_and_is_named() -> None:
    """A tensor of two numbers makes the trap raise; the other row is drawn to its end."""
    packages, board = two_runners()
    with board:
        board["C after A"].turn_on()
        picture = pipeline_picture(packages, torch.tensor([1.0, 2.0]), board)

    right, trapped = picture.text.splitlines()
    assert right.endswith("program B → tensor([6., 7.]) → C after A (None)")
    assert trapped.endswith(
        "C after A → RuntimeError: Boolean value of Tensor with more than one value is ambiguous"
    )
    assert "✗ RuntimeError" in words(picture)


def test_an_error_in_a_program_leaves_the_value_before_it() -> None:
    """What the last program made is still there, and then the error."""
    package = Package()
    package.programs = [program_A, lambda x: x / 0]
    picture = pipeline_picture(package, 10, board_over(package))

    assert picture.text == "10 → program A → 13 → ZeroDivisionError: division by zero"


@pytest.mark.parametrize("x", [10, torch.tensor([1.0, 2.0])], ids=["ends", "raises"])
def test_drawing_leaves_nothing_behind(x: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The hooks that read the values are gone, the switches unheard, and nothing was printed."""
    packages, board = two_runners()
    with board:
        board["C after A"].turn_on()
        hooks, pre_hooks = list(packages["right"].hooks), list(packages["right"].pre_hooks)
        pipeline_picture(packages, x, board)

        assert packages["right"].hooks == hooks
        assert packages["right"].pre_hooks == pre_hooks
        assert board["C after A"]._listeners == []
    assert capsys.readouterr().out == ""


def test_a_value_is_shown_as_it_was_then() -> None:
    """A later edit in place doesn't reach back into the picture."""
    package = Package()
    package.programs = [program_A, lambda x: x.mul_(0)]
    picture = pipeline_picture(package, torch.tensor([1.0]), board_over(package))

    assert "program A → tensor([4.]) →" in picture.text


def test_the_accessible_name_says_what_the_drawing_shows() -> None:
    """The label for screen readers holds the text of every row."""
    packages, board = two_runners()
    picture = pipeline_picture(packages, 10, board)

    name = ElementTree.fromstring(picture.html)[0].get("aria-label")
    assert name == (
        "x at each stage: right: 10 → program A → 13 → program B → 10; "
        "trap: 10 → program A → 13 → program B → 10"
    )


def test_the_drawing_holds_everything_in_its_box() -> None:
    """With every switch on, no shape reaches beyond the width."""
    packages, board = two_runners()
    with board:
        for switch in board:
            switch.turn_on()
        picture = pipeline_picture(packages, 10, board)

    ends = [float(box.get("x")) + float(box.get("width")) for box in shapes(picture, "rect")]
    middles = [float(text.get("x")) for text in shapes(picture, "text")]
    assert max(ends + middles) <= picture.width
