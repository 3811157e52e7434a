"""Rewrites of what a hook is: a def or a lambda, a partial, made by a factory, with *args."""

from __future__ import annotations

import ast

from rewriting.scopes import parameters
from rewriting.trees import blocks, free_functions, fresh, on_tree, parsed, put_on_top

GIVES_NONE = {"append", "extend", "remove", "insert", "clear", "update"}


@on_tree
def def_to_lambda(tree: ast.Module, kept: frozenset[str]) -> None:
    """Turn each function of one expression into a lambda."""
    for _, block in blocks(tree):
        for place, function in enumerate(block):
            match function:
                case ast.FunctionDef(body=[ast.Return(value=ast.expr() as value)]):
                    pass
                case ast.FunctionDef(
                    body=[ast.Expr(value=ast.Call(func=ast.Attribute(attr=attr)) as value)]
                ) if attr in GIVES_NONE:
                    pass
                case _:
                    continue
            if function.decorator_list:
                continue
            for arg in parameters(function.args):
                arg.annotation = None
            target = ast.Name(function.name, ast.Store())
            block[place] = ast.Assign([target], ast.Lambda(function.args, value))


@on_tree
def lambda_to_def(tree: ast.Module, kept: frozenset[str]) -> None:
    """Turn each lambda into a function that is defined just above."""
    for _, block in blocks(tree):
        for place in reversed(range(len(block))):
            if isinstance(block[place], ast.Expr | ast.Assign | ast.Return):
                lifter = _Lifter(tree)
                block[place] = lifter.visit(block[place])
                block[place:place] = lifter.lifted


class _Lifter(ast.NodeTransformer):
    """Puts a name in place of each lambda that uses no name of a comprehension around it."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree, self.lifted = tree, list[ast.stmt]()

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        function = parsed(f"def {fresh(self.tree, f'hook_{len(self.lifted)}')}(): pass")[0]
        assert isinstance(function, ast.FunctionDef)
        function.args, function.body = node.args, [ast.Return(node.body)]
        self.lifted.append(function)
        return ast.Name(function.name, ast.Load())

    def leave(self, node: ast.AST) -> ast.AST:
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = leave  # noqa: N815


@on_tree
def partial_of_a_spare(tree: ast.Module, kept: frozenset[str]) -> None:
    """Give each function a first parameter that it doesn't need, and bind it with partial."""
    spare, ahead = fresh(tree, "spare"), fresh(tree, "ahead")
    for block, place, function in free_functions(tree):
        name, function.name = function.name, fresh(tree, f"{function.name}_with_spare")
        function.args.args.insert(0, ast.arg(spare))
        block[place + 1 : place + 1] = parsed(f"{name} = {ahead}({function.name}, None)")
    for node in list(ast.walk(tree)):
        match node:
            case ast.Call(args=[ast.Lambda() as value, *rest]):
                value.args.args.insert(0, ast.arg(spare))
                bound = [value, ast.Constant(None)]
                node.args = [ast.Call(ast.Name(ahead, ast.Load()), bound, []), *rest]
    if ahead in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}:
        put_on_top(tree, f"from functools import partial as {ahead}")


@on_tree
def from_a_factory(tree: ast.Module, kept: frozenset[str]) -> None:
    """Let each function be made by a function that is called at once."""
    for block, place, function in free_functions(tree):
        make = fresh(tree, f"make_{function.name}")
        maker, call = parsed(f"def {make}(): return {function.name}\n{function.name} = {make}()")
        assert isinstance(maker, ast.FunctionDef)
        maker.body.insert(0, function)
        block[place : place + 1] = [maker, call]


@on_tree
def take_all_arguments(tree: ast.Module, kept: frozenset[str]) -> None:
    """Take the arguments as one tuple, and name them inside."""
    given = fresh(tree, "given")
    for _, _, function in free_functions(tree):
        arguments = function.args
        plain = arguments.args and parameters(arguments) == arguments.args
        if plain and not arguments.defaults:
            names = ", ".join(arg.arg for arg in arguments.args)
            function.body[:0] = parsed(f"{names}, = {given}")
            arguments.args, arguments.vararg = [], ast.arg(given)


@on_tree
def defaults_hold_what_is_given(tree: ast.Module, kept: frozenset[str]) -> None:
    """Add a keyword parameter with a default, which nobody passes."""
    spare = fresh(tree, "spare")
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            node.args.kwonlyargs.append(ast.arg(spare))
            node.args.kw_defaults.append(ast.Constant(None))
