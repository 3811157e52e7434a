"""The package in plain Python: its programs, its two lists of hooks, its handles."""

from __future__ import annotations

import pytest
import torch

from helpers.hooks.pipeline import (
    Handle,
    Package,
    program_A,
    program_B,
    program_C,
    run_hooks,
)


def c_after_a(program: object, x: int) -> int | None:
    """Let program_C run after program_A."""
    return program_C(x) if program is program_A else None


def times_ten(program: object, x: int) -> int:
    """Multiply."""
    return x * 10


def plus_two(program: object, x: int) -> int:
    """Add."""
    return x + 2


def test_the_programs_run_in_order_and_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    """A adds 3, B takes it away again, and each prints that it is at work."""
    assert Package()(10) == 10
    assert capsys.readouterr().out == "program A processing!\nprogram B processing!\n"


def test_a_hook_lets_c_in_between(capsys: pytest.CaptureFixture[str]) -> None:
    """With program_C after A, 10 becomes 15, and the list of programs is untouched."""
    package = Package()
    package.hooks.append(c_after_a)

    assert package(10) == 15
    assert [line[8] for line in capsys.readouterr().out.splitlines()] == ["A", "C", "B"]
    assert package.programs == [program_A, program_B]


def test_hooks_run_around_each_program() -> None:
    """Pre-hooks see what goes in, hooks what comes out; both are told the program."""
    package, told = Package(), []
    package.pre_hooks.append(lambda program, x: told.append(("pre", program.__name__, x)))
    package.hooks.append(lambda program, x: told.append(("post", program.__name__, x)))
    package(10)

    assert told == [
        ("pre", "program_A", 10),
        ("post", "program_A", 13),
        ("pre", "program_B", 13),
        ("post", "program_B", 10),
    ]


def test_hooks_run_in_order_each_on_what_the_last_one_left() -> None:
    """First times ten, then plus two; the other way round gives another number."""
    assert run_hooks([times_ten, plus_two], program_A, 4) == 42
    assert run_hooks([plus_two, times_ten], program_A, 4) == 60


@pytest.mark.parametrize("falsy", [0, 0.0, False, "", [], {}, ()])
def test_a_falsy_result_takes_the_place_of_x(falsy: object) -> None:
    """Only None leaves x as it is."""
    assert run_hooks([lambda program, x: falsy], program_A, 7) is falsy


@pytest.mark.parametrize("tensor", [torch.zeros(1), torch.zeros(2), torch.empty(0)])
def test_a_tensor_takes_the_place_of_x(tensor: torch.Tensor) -> None:
    """Nobody asks a tensor whether it counts as true."""
    assert run_hooks([lambda program, x: tensor], program_A, 7) is tensor


def test_none_leaves_x_as_it_is() -> None:
    """So does having no hooks."""
    assert run_hooks([lambda program, x: None], program_A, 7) == 7
    assert run_hooks([], program_A, 7) == 7


def test_another_runner_has_other_rules() -> None:
    """The package runs its hooks with the runner that it is given."""
    package = Package(run_hooks=lambda hooks, program, x: x + len(hooks))
    package.register_hook(times_ten)

    assert package(1) == 3


def test_a_handle_takes_its_hook_off() -> None:
    """Both kinds of registration put the hook into their own list, and the handle takes it out."""
    package = Package()
    before, after = package.register_pre_hook(plus_two), package.register_hook(times_ten)
    assert (package.pre_hooks, package.hooks) == ([plus_two], [times_ten])

    before.remove()
    after.remove()

    assert (package.pre_hooks, package.hooks) == ([], [])


def test_removing_twice_is_harmless() -> None:
    """The second remove() does nothing, also where the same hook is registered again."""
    hooks: list[object] = []
    first = Handle(hooks, plus_two)
    first.remove()
    Handle(hooks, plus_two)
    first.remove()

    assert hooks == [plus_two]


def test_removing_what_somebody_else_took_out_is_harmless() -> None:
    """The list may have been emptied meanwhile."""
    hooks: list[object] = []
    handle = Handle(hooks, plus_two)
    hooks.clear()
    handle.remove()

    assert hooks == []


def test_each_handle_takes_off_its_own_registration() -> None:
    """Of one hook before and after another, the handle of the last takes off the last."""
    hooks: list[object] = []
    Handle(hooks, plus_two)
    Handle(hooks, times_ten)
    last = Handle(hooks, plus_two)
    assert run_hooks(hooks, program_A, 1) == 32

    last.remove()

    assert run_hooks(hooks, program_A, 1) == 30


def test_an_equal_hook_stays() -> None:
    """Hooks are told apart by identity, not by ==."""

    class Equal:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None

        def __call__(self, program: object, x: int) -> int:
            return x

    mine, other = Equal(), Equal()
    hooks: list[object] = [other]
    Handle(hooks, mine).remove()

    assert len(hooks) == 1
    assert hooks[0] is other


def test_a_hook_may_take_itself_off_while_it_runs() -> None:
    """The hooks after it still run."""
    package = Package()
    package.programs = [program_A]

    def once(program: object, x: int) -> int:
        handle.remove()
        return x * 10

    handle = package.register_hook(once)
    package.register_hook(plus_two)

    assert [package(1), package(1)] == [42, 6]


def test_a_handle_shows_no_address() -> None:
    """Its text says whether the hook is on, and is the same on every run."""
    handle = Package().register_hook(plus_two)
    assert repr(handle) == "<Handle of a hook that is on>"
    handle.remove()
    assert repr(handle) == "<Handle of a hook that is off>"
