"""Rewrites of names: other ones, none at all, and temporary ones that are deleted again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rewriting.scopes import COMPREHENSIONS, Renamer, bindings
from rewriting.trees import Block, blocks, fresh, on_tree

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def fixed(tree: ast.Module) -> set[str]:
    """Return the words that also stand in texts and as keywords, where no renaming reaches them."""
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    keywords = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    return {word for word in texts | keywords if isinstance(word, str)}


@on_tree
def rename_locals(tree: ast.Module, kept: frozenset[str]) -> None:
    """Give every parameter and every local name another name."""
    others = {name: fresh(tree, f"the_{name}") for name in _all_bound(tree) - fixed(tree)}

    def new_names(scope: ast.AST, bound: set[str]) -> dict[str, str]:
        return others if isinstance(scope, (*FUNCTIONS, *COMPREHENSIONS)) else {}

    Renamer(new_names).visit(tree)


@on_tree
def rename_top_names(tree: ast.Module, kept: frozenset[str]) -> None:
    """Give another name to every name of the cell that the task doesn't mention."""
    free = bindings(tree) - kept - fixed(tree)
    others = {name: fresh(tree, f"my_{name}") for name in free}
    Renamer(lambda scope, _: others if isinstance(scope, ast.Module) else {}).visit(tree)


@on_tree
def delete_temporary_names(tree: ast.Module, kept: frozenset[str]) -> None:
    """Delete, at the end, the cell's names that no function or class uses."""
    used_later = {
        name
        for node in ast.walk(tree)
        if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef))
        for name in _words(node)
    }
    sure = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    gone = {node.id for node in names if isinstance(node.ctx, ast.Del)}
    for name in sorted(sure - gone - used_later - kept - fixed(tree)):
        tree.body.append(ast.Delete([ast.Name(name, ast.Del())]))


@on_tree
def name_what_is_returned(tree: ast.Module, kept: frozenset[str]) -> None:
    """Put a value into a name before it is returned."""
    for _, block in blocks(tree):
        for place in reversed(range(len(block))):
            match block[place]:
                case ast.Return(value=ast.expr() as value):
                    name = fresh(tree, "result")
                    assign = ast.Assign([ast.Name(name, ast.Store())], value)
                    block[place : place + 1] = [assign, ast.Return(ast.Name(name, ast.Load()))]


@on_tree
def use_the_walrus(tree: ast.Module, kept: frozenset[str]) -> None:
    """Assign names inside of expressions."""
    for _, block in blocks(tree):
        for place, statement in enumerate(block):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    block[place] = ast.Expr(ast.NamedExpr(ast.Name(name, ast.Store()), value))
                case ast.Return(value=ast.expr() as value):
                    name = fresh(tree, "result")
                    block[place] = ast.Return(ast.NamedExpr(ast.Name(name, ast.Store()), value))


@on_tree
def name_the_method(tree: ast.Module, kept: frozenset[str]) -> None:
    """Put a bound method into a name, and call that."""
    for owner, block in blocks(tree):
        for place in reversed(range(len(block))):
            for call in _calls_of_methods(owner, block, place):
                name = fresh(tree, "method")
                block.insert(place, ast.Assign([ast.Name(name, ast.Store())], call.func))
                call.func = ast.Name(name, ast.Load())


def _calls_of_methods(owner: ast.AST, block: Block, place: int) -> Iterator[ast.Call]:
    call = getattr(block[place], "value", None)
    simple = isinstance(block[place], ast.Expr | ast.Assign | ast.Return)
    if not simple or not isinstance(call, ast.Call) or isinstance(owner, ast.ClassDef):
        return
    if isinstance(call.func, ast.Attribute):
        yield call


def _all_bound(tree: ast.Module) -> set[str]:
    scopes = (*FUNCTIONS, *COMPREHENSIONS)
    return {n for node in ast.walk(tree) if isinstance(node, scopes) for n in bindings(node)}


def _words(node: ast.AST) -> set[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    declared = {n for each in ast.walk(node) if isinstance(each, ast.Global) for n in each.names}
    return names | declared
