"""Rewrites of arguments: by keyword in place of by position, and the other way round."""

from __future__ import annotations

import ast

from rewriting.trees import on_tree

PARAMETERS: dict[str, tuple[str, ...]] = {
    "register_hook": ("hook",),
    "register_post_accumulate_grad_hook": ("hook",),
    "register_forward_pre_hook": ("hook",),
    "register_forward_hook": ("hook",),
    "register_full_backward_pre_hook": ("hook",),
    "register_full_backward_hook": ("hook",),
    "register_step_pre_hook": ("hook",),
    "backward": ("gradient",),
    "clamp": ("min", "max"),
    "all": ("dim",),
    "norm": ("p",),
    "sub_": ("other",),
    "clip_grad_norm_": ("parameters", "max_norm"),
}
"""The first parameters of PyTorch's methods and functions, as PyTorch names them."""


@on_tree
def by_keyword(tree: ast.Module, kept: frozenset[str]) -> None:
    """Name the arguments of PyTorch's methods."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr), args=args) if attr in PARAMETERS:
                names = PARAMETERS[attr]
                if len(args) <= len(names) and not any(isinstance(a, ast.Starred) for a in args):
                    named = [ast.keyword(*pair) for pair in zip(names, args, strict=False)]
                    node.args, node.keywords = [], [*named, *node.keywords]


@on_tree
def by_position(tree: ast.Module, kept: frozenset[str]) -> None:
    """Leave out the names of arguments that PyTorch takes by position."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr), args=args) if attr in PARAMETERS:
                while node.keywords and len(args) < len(PARAMETERS[attr]):
                    if node.keywords[0].arg != PARAMETERS[attr][len(args)]:
                        break
                    args.append(node.keywords.pop(0).value)


@on_tree
def tuples_as_lists(tree: ast.Module, kept: frozenset[str]) -> None:
    """Spread a tuple out of a list: ``(*[a, b],)`` in place of ``(a, b)``."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=[_, *_] as elements, ctx=ast.Load()):
                node.elts = [ast.Starred(ast.List(elements, ast.Load()), ast.Load())]


@on_tree
def by_getattr(tree: ast.Module, kept: frozenset[str]) -> None:
    """Get the method to call by its name as a text."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in PARAMETERS:
                name = ast.Name("getattr", ast.Load())
                node.func = ast.Call(name, [value, ast.Constant(attr)], [])
