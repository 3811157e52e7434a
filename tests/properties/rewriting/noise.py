"""Rewrites that add what does nothing, and the cell within one function."""

from __future__ import annotations

import ast

from rewriting.scopes import bindings, parameters
from rewriting.trees import Function, fresh, on_tree, parsed, put_on_top

REMARK = "# a remark: handle.remove() comes later, return grad * 2"


def comments_and_blank_lines(source: str, kept: frozenset[str]) -> str | None:
    """Put a comment above each statement, and a blank line between."""
    lines = source.split("\n")
    starts = {
        min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt)
    }
    for number in sorted(starts, reverse=True):
        line = lines[number - 1]
        indent = line[: len(line) - len(line.lstrip())]
        lines[number - 1 : number - 1] = ["", indent + REMARK]
    return "\n".join([*lines, "", REMARK])


@on_tree
def type_hints(tree: ast.Module, kept: frozenset[str]) -> None:
    """Annotate parameters, results and names."""
    declared = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    for node in list(ast.walk(tree)):
        if isinstance(node, Function):
            node.returns = node.returns or ast.Name("object", ast.Load())
            for arg in parameters(node.args):
                arg.annotation = arg.annotation or ast.Name("object", ast.Load())
        body = getattr(node, "body", None)
        for place, statement in enumerate(body if isinstance(body, list) else ()):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in declared:
                    hint = ast.Name("object", ast.Load())
                    assert isinstance(body, list)
                    body[place] = ast.AnnAssign(ast.Name(name, ast.Store()), hint, value, 1)


def postponed_type_hints(source: str, kept: frozenset[str]) -> str | None:
    """Do so with hints that are never looked up."""
    hinted = type_hints(source, kept)
    if not hinted or "__future__" in hinted:
        return None
    return "from __future__ import annotations\n" + hinted.replace("object", "Whatever")


@on_tree
def async_noise(tree: ast.Module, kept: frozenset[str]) -> None:
    """Define coroutines that nobody awaits."""
    name = fresh(tree, "wait")
    put_on_top(
        tree,
        f"async def {name}(module, *args):\n"
        f"    async with module as it:\n        await it\n"
        f"    return [grad async for grad in args]",
    )


@on_tree
def unused_things(tree: ast.Module, kept: frozenset[str]) -> None:
    """Import, print and define what isn't needed, and document every function."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            node.body[:0] = parsed("'''What this does.'''\nif False: raise ValueError\nassert True")
    name = fresh(tree, "unused")
    put_on_top(
        tree,
        f"import math, collections\nclass {name}(nn.Module):\n    pass\n"
        f"print('registering', {name}.__name__)\n{name}_list = [torch.zeros(2)]",
    )


@on_tree
def prints_inside(tree: ast.Module, kept: frozenset[str]) -> None:
    """Let each function say what it is called with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = ", ".join(f"type({arg.arg})" for arg in parameters(node.args))
            node.body[:0] = parsed(f"print('called', {names})")


@on_tree
def nested_in_a_function(tree: ast.Module, kept: frozenset[str]) -> None:
    """Do the whole cell inside one function, with its names declared global."""
    if any(isinstance(node, ast.AnnAssign) for node in tree.body):
        return
    first = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    names, main = sorted(bindings(tree)), fresh(tree, "main")
    function, call = parsed(f"def {main}(): pass\n{main}()")
    assert isinstance(function, ast.FunctionDef)
    rest = [node for node in tree.body if node not in first]
    function.body = [*([ast.Global(names)] if names else []), *rest]
    tree.body = [*first, function, call]
