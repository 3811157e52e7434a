"""Rewrites that wrap a function: decorated, a callable object, a method, a lambda around it."""

from __future__ import annotations

import ast

from rewriting.trees import free_functions, fresh, on_tree, parsed, put_on_top

PASSES_ON = """
def {name}(function):
    {wraps}
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper
"""


def _decorate(tree: ast.Module, wraps: str) -> None:
    name = fresh(tree, "passes_on")
    functions = [function for _, _, function in free_functions(tree)]
    for function in functions:
        function.decorator_list.insert(0, ast.Name(name, ast.Load()))
    around = _AroundLambdas(name)
    around.visit(tree)
    if functions or around.found:
        put_on_top(tree, PASSES_ON.format(name=name, wraps=wraps))


class _AroundLambdas(ast.NodeTransformer):
    """Hands each lambda to a function."""

    def __init__(self, name: str) -> None:
        self.name, self.found = name, False

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.found = True
        return ast.Call(ast.Name(self.name, ast.Load()), [node], [])


@on_tree
def decorate(tree: ast.Module, kept: frozenset[str]) -> None:
    """Decorate each function and lambda with a wrapper that only passes on."""
    _decorate(tree, "")


@on_tree
def decorate_with_wraps(tree: ast.Module, kept: frozenset[str]) -> None:
    """Do so with functools.wraps, as one should."""
    _decorate(tree, "@__import__('functools').wraps(function)")


@on_tree
def callable_object(tree: ast.Module, kept: frozenset[str]) -> None:
    """Turn each function into an object of a class with ``__call__``."""
    _as_methods(tree, "__call__", "{name} = {made}()")


@on_tree
def bound_method(tree: ast.Module, kept: frozenset[str]) -> None:
    """Turn each function into the method of an object."""
    _as_methods(tree, "work", "{name} = {made}().work")


def _as_methods(tree: ast.Module, method: str, use: str) -> None:
    me = fresh(tree, "me")
    for block, place, function in free_functions(tree):
        # functools.wraps writes into what it decorates, and a bound method can't be written into.
        if any(isinstance(decorator, ast.Call) for decorator in function.decorator_list):
            continue
        name, function.name = function.name, method
        made = fresh(tree, name.title().replace("_", "") + "Maker")
        function.args.args.insert(0, ast.arg(me))
        (assign,) = parsed(use.format(name=name, made=made))
        assert isinstance(assign, ast.Assign)
        # A decorator of the function isn't one of the method: it knows nothing of ``me``.
        for decorator in reversed(function.decorator_list):
            assign.value = ast.Call(decorator, [assign.value], [])
        function.decorator_list = []
        block[place : place + 1] = [ast.ClassDef(made, [], [], [function], []), assign]


@on_tree
def static_method(tree: ast.Module, kept: frozenset[str]) -> None:
    """Keep each function in a class, as a static method."""
    for block, place, function in free_functions(tree):
        made = fresh(tree, function.name.title().replace("_", "") + "Home")
        function.decorator_list.insert(0, ast.Name("staticmethod", ast.Load()))
        home = ast.ClassDef(made, [], [], [function], [])
        use = parsed(f"{function.name} = {made}.{function.name}")
        block[place : place + 1] = [home, *use]


@on_tree
def lambda_around(tree: ast.Module, kept: frozenset[str]) -> None:
    """Register a lambda that calls the function, in place of the function."""
    names = {function.name for _, _, function in free_functions(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr), args=[ast.Name(id=name), *rest]):
                if attr.startswith("register") and name in names:
                    around = ast.parse(f"lambda *args: {name}(*args)", mode="eval").body
                    node.args = [around, *rest]


@on_tree
def registered_as_decorator(tree: ast.Module, kept: frozenset[str]) -> None:
    """Write ``@x.register_…`` above a function in place of the call below it."""
    for block, place, function in free_functions(tree):
        after = block[place + 1] if place + 1 < len(block) else None
        match after:
            case ast.Expr(value=call) | ast.Assign(targets=[ast.Name()], value=call):
                pass
            case _:
                continue
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        targets = [one.id for one in getattr(after, "targets", [])]
        match call:
            case ast.Call(func=ast.Attribute(attr=attr) as register, args=[ast.Name(id=name)]):
                used_once = name == function.name and names.count(name) == 1
                unused = all(names.count(target) == 1 for target in targets)
                if attr.startswith("register") and used_once and unused and not call.keywords:
                    function.decorator_list.insert(0, register)
                    del block[place + 1]
