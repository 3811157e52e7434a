"""Mutants that register the hook elsewhere, otherwise, too often, or not for long."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mutating.trees import Mutation, changed, expression

OTHER_POINTS: dict[str, tuple[str, ...]] = {
    "register_hook": ("register_post_accumulate_grad_hook", "register_pre_hook"),
    "register_post_accumulate_grad_hook": ("register_hook",),
    "register_forward_hook": ("register_forward_pre_hook", "register_full_backward_hook"),
    "register_forward_pre_hook": ("register_forward_hook", "register_full_backward_pre_hook"),
    "register_full_backward_hook": ("register_full_backward_pre_hook", "register_forward_hook"),
    "register_full_backward_pre_hook": ("register_full_backward_hook",),
    "register_step_pre_hook": ("register_step_post_hook",),
}


def _registrations(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr) as function) if attr in OTHER_POINTS:
                yield node, function


def other_hook_point(tree: ast.Module) -> Iterator[Mutation]:
    """The hook is registered at a neighbouring hook point."""
    for _, function in _registrations(tree):
        for other in OTHER_POINTS[function.attr]:
            yield function, changed(function, attr=other)


def called_at_once(tree: ast.Module) -> Iterator[Mutation]:
    """The hook is called in the parentheses of its registration."""
    for call, _ in _registrations(tree):
        yield call, changed(call, args=[ast.Call(call.args[0], [], []), *call.args[1:]])


def removed_at_once(tree: ast.Module) -> Iterator[Mutation]:
    """The hook is taken off as soon as it is on."""
    for call, _ in _registrations(tree):
        yield (
            call,
            expression("[handle for handle in [call] if handle.remove() is None][0]", call=call),
        )


def removal_not_called(tree: ast.Module) -> Iterator[Mutation]:
    """``handle.remove`` stands there without its parentheses."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="remove") as function):
                yield node, function


def with_prepend(tree: ast.Module) -> Iterator[Mutation]:
    """A module's hook goes to the front of those that are there."""
    for call, function in _registrations(tree):
        if "forward" in function.attr or "backward" in function.attr:
            yield call, _with_flag(call, "prepend")


def with_always_call(tree: ast.Module) -> Iterator[Mutation]:
    """A forward hook is called also where forward raises."""
    for call, function in _registrations(tree):
        if function.attr == "register_forward_hook":
            yield call, _with_flag(call, "always_call")


def with_kwargs(tree: ast.Module) -> Iterator[Mutation]:
    """A forward hook is given the keyword arguments too, and has no place for them."""
    for call, function in _registrations(tree):
        if "forward" in function.attr and not call.keywords:
            yield call, _with_flag(call, "with_kwargs")


def _with_flag(call: ast.Call, flag: str) -> ast.Call:
    keywords = [*call.keywords, ast.keyword(flag, ast.Constant(True))]
    return changed(call, keywords=keywords)  # type: ignore[no-any-return]


def _iterated(tree: ast.Module) -> Iterator[ast.For | ast.comprehension]:
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            yield node


def the_first_only(tree: ast.Module) -> Iterator[Mutation]:
    """A loop ends after its first turn."""
    for node in _iterated(tree):
        yield node.iter, expression("list(many)[:1]", many=node.iter)


def all_but_the_first(tree: ast.Module) -> Iterator[Mutation]:
    """A loop leaves out its first turn."""
    for node in _iterated(tree):
        yield node.iter, expression("list(many)[1:]", many=node.iter)


def all_but_the_last(tree: ast.Module) -> Iterator[Mutation]:
    """A loop leaves out its last turn."""
    for node in _iterated(tree):
        yield node.iter, expression("list(many)[:-1]", many=node.iter)


def backwards(tree: ast.Module) -> Iterator[Mutation]:
    """A loop goes from the last to the first."""
    for node in _iterated(tree):
        yield node.iter, expression("list(many)[::-1]", many=node.iter)


def late_bound(tree: ast.Module) -> Iterator[Mutation]:
    """A lambda looks the loop's name up when it is called, where partial kept it."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="partial"), args=[function, name]):
                text = "lambda *args: function(name, *args)"
                yield node, expression(text, function=function, name=name)
