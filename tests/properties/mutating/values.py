"""Mutants with another number, text, operator or comparison."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mutating.trees import Mutation, changed

OTHER_OPERATOR: dict[type, type] = {
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
OPPOSITE: dict[type, type] = {
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
}
NEAR: dict[type, type] = {
    ast.LtE: ast.Lt,
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.LtE,
}


def _constants(tree: ast.Module, kind: type) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is kind:
            yield node


def one_more(tree: ast.Module) -> Iterator[Mutation]:
    """A number is one too large: an index or a dim is off by one, a factor is another."""
    for kind in (int, float):
        for node in _constants(tree, kind):
            yield node, ast.Constant(node.value + 1)  # type: ignore[operator]


def other_sign(tree: ast.Module) -> Iterator[Mutation]:
    """A number, or what is negated, has the other sign."""
    for kind in (int, float):
        for node in _constants(tree, kind):
            if node.value:
                yield node, ast.UnaryOp(ast.USub(), node)
    for each in ast.walk(tree):
        if isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.USub):
            yield each, each.operand


def other_flag(tree: ast.Module) -> Iterator[Mutation]:
    """True is False."""
    for node in _constants(tree, bool):
        yield node, ast.Constant(not node.value)


def other_text(tree: ast.Module) -> Iterator[Mutation]:
    """A text is another."""
    for node in _constants(tree, str):
        yield node, ast.Constant(f"{node.value!s}s")


def other_operator(tree: ast.Module) -> Iterator[Mutation]:
    """It is added in place of multiplied, and so on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and type(node.op) in OTHER_OPERATOR:
            yield node, changed(node, op=OTHER_OPERATOR[type(node.op)]())


def one_side_only(tree: ast.Module) -> Iterator[Mutation]:
    """Of an operation, or of two conditions, one side is left."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, right=right) | ast.BoolOp(values=[left, right]):
                yield node, left
                yield node, right


def opposite_condition(tree: ast.Module) -> Iterator[Mutation]:
    """The opposite is asked."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[operator]):
                yield node, changed(node, ops=[OPPOSITE[type(operator)]()])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node, operand
            case ast.If(test=ast.Call() as test) | ast.comprehension(ifs=[ast.Call() as test]):
                yield test, ast.UnaryOp(ast.Not(), test)


def near_comparison(tree: ast.Module) -> Iterator[Mutation]:
    """The bound itself is on the other side, or all below an equal value count too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in NEAR:
            yield node, changed(node, ops=[NEAR[type(node.ops[0])]()])


def truth_in_place_of_none(tree: ast.Module) -> Iterator[Mutation]:
    """``if value`` is asked where ``if value is not None`` is meant."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
                yield node, left


def equal_in_place_of_same(tree: ast.Module) -> Iterator[Mutation]:
    """``==`` is asked where ``is`` is meant."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.Is()]):
                yield node, changed(node, ops=[ast.Eq()])
