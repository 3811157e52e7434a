"""Mutants in which statements are missing, repeated, or in another order."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from mutating.trees import Mutation, blocks, changed, functions, names_of, own_nodes

SIMPLE = ast.Expr | ast.Assign | ast.Delete | ast.Raise


def statement_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """A statement is missing: the registration, the removal, the import, the record."""
    for _, _, block in blocks(tree):
        for statement in block:
            if not isinstance(statement, ast.Pass | ast.Return | ast.If | ast.With | ast.Try):
                yield statement, []


def statement_repeated(tree: ast.Module) -> Iterator[Mutation]:
    """What a statement calls is called twice: a registration, a removal, a record."""
    for _, _, block in blocks(tree):
        for statement in block:
            if isinstance(statement, ast.Expr | ast.Assign) and _holds_a_call(statement):
                yield statement, [statement, statement]


def _holds_a_call(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(statement))


def statements_swapped(tree: ast.Module) -> Iterator[Mutation]:
    """Two neighbouring simple statements are in the wrong order."""
    for owner, field, block in blocks(tree):
        for place, (first, second) in enumerate(itertools.pairwise(block)):
            if isinstance(first, SIMPLE) and isinstance(second, SIMPLE | ast.Return):
                mixed = [*block[:place], second, first, *block[place + 2 :]]
                yield owner, changed(owner, **{field: mixed})


def return_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """The value is worked out and not returned."""
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.expr() as value):
                yield node, [ast.Expr(value)]


def returns_none(tree: ast.Module) -> Iterator[Mutation]:
    """None is returned; a lambda has nothing else to say."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            yield node.body, ast.Constant(None)
        elif isinstance(node, ast.Return):
            yield node, ast.Return(ast.Constant(None))


def returns_its_input(tree: ast.Module) -> Iterator[Mutation]:
    """A parameter is returned as it came; the first, and the last."""
    for function in functions(tree):
        for name in dict.fromkeys(names_of(function)[:1] + names_of(function)[-1:]):
            given = ast.Name(name, ast.Load())
            if isinstance(function, ast.Lambda):
                yield function.body, given
                continue
            for node in own_nodes(function):
                if isinstance(node, ast.Return):
                    yield node, ast.Return(given)


def returns_also(tree: ast.Module) -> Iterator[Mutation]:
    """A hook that should only look also returns what it was given first, or last."""
    for function in functions(tree):
        gives = any(isinstance(node, ast.Return | ast.Yield) for node in own_nodes(function))
        if isinstance(function, ast.FunctionDef) and not gives:
            last = function.body[-1]
            for name in dict.fromkeys(names_of(function)[:1] + names_of(function)[-1:]):
                yield last, [last, ast.Return(ast.Name(name, ast.Load()))]


def around_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """A with or a try is gone, and what it held is left."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            yield node, node.body
        elif isinstance(node, ast.Try):
            yield node, [*node.body, *node.finalbody]
            yield node, node.body


def condition_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """What should be done under a condition is always done, or never."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            yield node, node.body
            yield node, node.orelse
        elif isinstance(node, ast.comprehension) and node.ifs:
            yield node, ast.comprehension(node.target, node.iter, [], node.is_async)


def decorator_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """A decorator or a base class is missing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield node, changed(node, decorator_list=node.decorator_list[1:])
        elif isinstance(node, ast.ClassDef) and node.bases:
            yield node.bases[0], ast.Name("object", ast.Load())
