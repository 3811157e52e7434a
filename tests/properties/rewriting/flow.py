"""Rewrites of the way through the code: other branches, other loops, something around it."""

from __future__ import annotations

import ast
import itertools

from rewriting.scopes import COMPREHENSIONS, Renamer
from rewriting.trees import Block, Function, blocks, fresh, on_tree, parsed, put_on_top

TURNED: dict[type, type] = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
SAME_BOTH_WAYS = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


@on_tree
def branches_swapped(tree: ast.Module, kept: frozenset[str]) -> None:
    """Ask the opposite, and swap what follows."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            node.test = ast.UnaryOp(ast.Not(), node.test)
            node.body, node.orelse = node.orelse or [ast.Pass()], node.body
        elif isinstance(node, ast.IfExp):
            node.test = ast.UnaryOp(ast.Not(), node.test)
            node.body, node.orelse = node.orelse, node.body


@on_tree
def return_early(tree: ast.Module, kept: frozenset[str]) -> None:
    """Leave a function first where the condition of its last part isn't met."""
    for node in list(ast.walk(tree)):
        match node:
            case ast.FunctionDef(body=[*before, ast.If(test=test, body=last, orelse=[])]):
                guard = ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(None)], [])
                node.body = [*before, guard, *last]


@on_tree
def return_none_at_the_end(tree: ast.Module, kept: frozenset[str]) -> None:
    """Say ``return None`` where a function would come to its end."""
    for node in ast.walk(tree):
        if isinstance(node, Function) and not isinstance(node.body[-1], ast.Return | ast.Raise):
            node.body.append(ast.Return(ast.Constant(None)))


@on_tree
def comparisons_turned(tree: ast.Module, kept: frozenset[str]) -> None:
    """Write each comparison from right to left."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                if isinstance(operator, (*TURNED, *SAME_BOTH_WAYS)):
                    node.ops = [TURNED.get(type(operator), type(operator))()]
                    node.left, node.comparators = right, [left]


@on_tree
def comprehensions_unrolled(tree: ast.Module, kept: frozenset[str]) -> None:
    """Fill a list in a loop where a comprehension was assigned or returned."""
    numbers = itertools.count()

    def new_names(scope: ast.AST, bound: set[str]) -> dict[str, str]:
        if not isinstance(scope, COMPREHENSIONS):
            return {}
        return {name: fresh(tree, f"{name}_{next(numbers)}") for name in sorted(bound)}

    # A loop's names live on, so they must be nobody else's.
    Renamer(new_names).visit(tree)
    for owner, block in blocks(tree):
        for place in reversed(range(len(block))):
            match block[place]:
                case (
                    ast.Assign(value=ast.ListComp() as made)
                    | ast.Return(value=ast.ListComp() as made)
                ) if len(made.generators) == 1 and not isinstance(owner, ast.ClassDef):
                    found = fresh(tree, f"found_{next(numbers)}")
                    block[place].value = ast.Name(found, ast.Load())  # type: ignore[attr-defined]
                    block[place:place] = [*parsed(f"{found} = []"), _loop(made, found)]


def _loop(made: ast.ListComp, found: str) -> ast.stmt:
    (generator,) = made.generators
    add = ast.Call(ast.parse(f"{found}.append", mode="eval").body, [made.elt], [])
    body: Block = [ast.Expr(add)]
    for condition in generator.ifs:
        body = [ast.If(condition, body, [])]
    return ast.For(generator.target, generator.iter, body, [])


@on_tree
def for_as_while(tree: ast.Module, kept: frozenset[str]) -> None:
    """Ask an iterator by hand, in a while loop."""
    for number, (_, block) in enumerate(blocks(tree)):
        for place in reversed(range(len(block))):
            loop = block[place]
            if isinstance(loop, ast.For) and not loop.orelse:
                steps = fresh(tree, f"steps_{number}_{place}")
                start, turn = parsed(
                    f"{steps} = iter(())\n"
                    f"while True:\n try: target = next({steps})\n except StopIteration: break"
                )
                assert isinstance(start, ast.Assign)
                assert isinstance(start.value, ast.Call)
                assert isinstance(turn, ast.While)
                start.value.args = [loop.iter]
                turn.body[0].body[0].targets = [loop.target]  # type: ignore[attr-defined]
                turn.body += loop.body
                block[place : place + 1] = [start, turn]


@on_tree
def once_in_a_loop(tree: ast.Module, kept: frozenset[str]) -> None:
    """Do each simple statement of the cell in a loop that runs once."""
    turn = fresh(tree, "turn")
    for place, statement in enumerate(tree.body):
        if isinstance(statement, ast.Expr | ast.Assign):
            (loop,) = parsed(f"for {turn} in range(1): pass")
            assert isinstance(loop, ast.For)
            loop.body = [statement]
            tree.body[place] = loop


def _around(tree: ast.Module, text: str) -> None:
    """Put the body of the cell, and of each function, into a statement."""
    for node in list(ast.walk(tree)):
        if isinstance(node, Function | ast.Module):
            place = _after_imports(node.body)
            (around,) = parsed(text)
            around.body = node.body[place:] or [ast.Pass()]  # type: ignore[attr-defined]
            node.body[place:] = [around]


def _after_imports(body: Block) -> int:
    first = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
    return next((n for n, each in enumerate(body) if not isinstance(each, first)), len(body))


@on_tree
def try_finally(tree: ast.Module, kept: frozenset[str]) -> None:
    """Put everything into try, with a finally that does nothing."""
    _around(tree, "try: pass\nfinally: pass")


@on_tree
def unused_context(tree: ast.Module, kept: frozenset[str]) -> None:
    """Put everything into a with block that does nothing."""
    name = fresh(tree, "nothing")
    _around(tree, f"with {name}(): pass")
    put_on_top(tree, f"from contextlib import nullcontext as {name}")
