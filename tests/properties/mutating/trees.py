"""What all mutators stand on: one place of a tree is exchanged, and the rest stays."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

Part = ast.AST | list[ast.stmt]
Mutation = tuple[ast.AST, Part]
"""A node of the tree, and what stands in its place: a node, or any number of statements."""

Mutator = Callable[[ast.Module], Iterator[Mutation]]
Functions = ast.FunctionDef | ast.Lambda


def sources(solution: str, mutate: Mutator) -> Iterator[str]:
    """Yield the source of each mutant that one mutator makes, in the order of the text.

    Mutants that are no Python are left out.
    """
    tree = ast.parse(solution)
    for target, part in mutate(tree):
        # One deepcopy for all three, so that the copied tree still holds the copied target.
        twin, old, new = copy.deepcopy((tree, target, part))
        mutant = ast.fix_missing_locations(_Exchange(old, new).visit(twin))
        try:
            text = ast.unparse(mutant)
            compile(text, "<mutant>", "exec")
        except SyntaxError:
            continue
        yield text


class _Exchange(ast.NodeTransformer):
    """Puts a part in the place of one node, and ``pass`` where a block is left empty."""

    def __init__(self, old: ast.AST, new: Part) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        if node is self.old:
            return self.new
        self.generic_visit(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
        if isinstance(node, ast.Try) and not node.finalbody and not node.handlers:
            node.finalbody = [ast.Pass()]
        return node


def changed(node: Any, **fields: Any) -> Any:
    """Return a copy of a node with other fields."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def expression(text: str, **parts: ast.expr) -> ast.expr:
    """Return the expression of a text, with nodes in place of the names of ``parts``."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return parts.get(node.id, node)

    whole: ast.expr = Fill().visit(ast.parse(text, mode="eval").body)
    return whole


def blocks(tree: ast.AST) -> Iterator[tuple[ast.AST, str, list[ast.stmt]]]:
    """Yield each list of statements with the node that it belongs to, and the field's name."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield node, field, block


def functions(tree: ast.Module) -> Iterator[Functions]:
    """Yield each function and each lambda."""
    for node in ast.walk(tree):
        if isinstance(node, Functions):
            yield node


def names_of(function: Functions) -> list[str]:
    """Return the names of a function's parameters, a method's first one left out."""
    names = [arg.arg for arg in function.args.args]
    return names[1:] if names[:1] == ["self"] else names


def own_nodes(function: Functions) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, but not those of the functions inside it."""
    body = function.body
    waiting: list[ast.AST] = [*body] if isinstance(body, list) else [body]
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, Functions | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)
