"""Mutants that call something else than they should, or nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mutating.trees import Mutation, changed, expression

SIBLINGS: dict[str, tuple[str, ...]] = {
    "extend": ("append",),
    "append": ("extend",),
    "setdefault": ("get",),
    "min": ("max",),
    "max": ("min",),
    "all": ("any",),
    "any": ("all",),
    "mean": ("sum",),
    "norm": ("sum", "mean"),
    "clamp": ("clip_",),
    "children": ("modules",),
    "modules": ("children",),
    "named_modules": ("named_children",),
    "named_parameters": ("named_buffers",),
    "parameters": ("buffers",),
    "isfinite": ("isnan", "isinf"),
    "clip_grad_norm_": ("clip_grad_value_",),
    "enter_context": ("push",),
}
IN_PLACE: dict[type, str] = {ast.Mult: "mul_", ast.Div: "div_", ast.Add: "add_", ast.Sub: "sub_"}


def other_method(tree: ast.Module) -> Iterator[Mutation]:
    """A method or function with a similar meaning is called."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr) as function):
                for other in SIBLINGS.get(attr, ()):
                    yield function, changed(function, attr=other)
            case ast.Call(func=ast.Name(id=name) as function):
                for other in SIBLINGS.get(name, ()):
                    yield function, changed(function, id=other)


def call_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """``x.clone()``, ``x.detach()``, ``x.item()`` or ``tuple(x)`` is ``x``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=value), args=[], keywords=[]):
                yield node, value
            case ast.Call(func=ast.Name(), args=[value], keywords=[]):
                yield node, value


def attribute_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """``p`` is used where ``p.grad`` is meant."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, ctx=ast.Load()) if id(node) not in called:
                yield node, value


def index_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """The whole tuple is used where one part of it is meant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            yield node, node.value


def edited_in_place(tree: ast.Module) -> Iterator[Mutation]:
    """What is worked out is also written into what it was worked out from."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in IN_PLACE:
                attr = IN_PLACE[type(operator)]
                yield node, ast.Call(ast.Attribute(left, attr, ast.Load()), [right], [])
            case ast.UnaryOp(op=ast.USub(), operand=ast.Name() as operand):
                yield node, expression("value.neg_()", value=operand)
            case ast.Call(func=ast.Attribute(value=value, attr="clamp")):
                yield node, changed(node, func=ast.Attribute(value, "clamp_", ast.Load()))


def out_of_place(tree: ast.Module) -> Iterator[Mutation]:
    """What should be written into a tensor is worked out, and lost."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in ("sub_", "mul_"):
                yield node, changed(node, func=ast.Attribute(value, attr[:-1], ast.Load()))
