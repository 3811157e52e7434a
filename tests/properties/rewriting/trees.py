"""What all rewriters stand on: source to tree and back, blocks of statements, names not in use."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator

Rewriter = Callable[[str, frozenset[str]], str | None]
"""Takes a source and the names it must keep; returns the rewrite, or None where none applies."""

Change = Callable[[ast.Module, frozenset[str]], None]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Block = list[ast.stmt]


def on_tree(change: Change) -> Rewriter:
    """Return the rewriter that changes the source's tree in place."""

    @functools.wraps(change)
    def rewrite(source: str, kept: frozenset[str]) -> str | None:
        tree = ast.parse(source)
        before = ast.unparse(tree)
        change(tree, kept)
        after = ast.unparse(ast.fix_missing_locations(tree))
        return None if after == before else after

    return rewrite


def fresh(tree: ast.AST, stem: str) -> str:
    """Return a name like ``stem`` that stands nowhere in the tree."""
    taken = {
        text
        for node in ast.walk(tree)
        for text in (getattr(node, field, None) for field in ("id", "arg", "name", "attr"))
    }
    taken |= {name for node in ast.walk(tree) for name in getattr(node, "names", [])}
    while stem in taken:
        stem += "_too"
    return stem


def blocks(tree: ast.AST) -> Iterator[tuple[ast.AST, Block]]:
    """Yield each list of statements in the tree with the node that it belongs to."""
    for node in list(ast.walk(tree)):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield node, block


def free_functions(tree: ast.Module) -> Iterator[tuple[Block, int, ast.FunctionDef]]:
    """Yield each function that isn't a method, as a block and its place therein.

    The last come first: a block may grow behind the place that was yielded.
    """
    for owner, block in blocks(tree):
        if not isinstance(owner, ast.ClassDef):
            for place in reversed(range(len(block))):
                if isinstance(function := block[place], ast.FunctionDef):
                    yield block, place, function


def parsed(text: str) -> Block:
    """Return the statements of a text."""
    return ast.parse(text).body


def put_on_top(tree: ast.Module, text: str) -> None:
    """Insert statements at the top, below what must come first."""
    place = 0
    for place, statement in enumerate(tree.body):
        if not _must_come_first(statement, place):
            break
    tree.body[place:place] = parsed(text)


def _must_come_first(statement: ast.stmt, place: int) -> bool:
    match statement:
        case ast.ImportFrom(module="__future__"):
            return True
        case ast.Expr(value=ast.Constant(value=str())):
            return place == 0
    return False
