"""Mutants in which arguments, parameters and parts of a tuple are mixed up."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mutating.trees import Mutation, changed, functions, names_of, own_nodes


def swapped_arguments(tree: ast.Module) -> Iterator[Mutation]:
    """The first two arguments of a call stand in the wrong order."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[first, second, *rest]):
                yield node, changed(node, args=[second, first, *rest])


def swapped_in_a_tuple(tree: ast.Module) -> Iterator[Mutation]:
    """The first two parts of a tuple stand in the wrong order."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=[first, second, *rest]):
                yield node, changed(node, elts=[second, first, *rest])


def less_of_a_tuple(tree: ast.Module) -> Iterator[Mutation]:
    """A tuple that is handed on is its first part alone, or the bare part."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=[first, *rest], ctx=ast.Load()):
                yield node, first
                if rest:
                    yield node, changed(node, elts=rest)


def swapped_parameters(tree: ast.Module) -> Iterator[Mutation]:
    """The first two parameters of a function have each other's name."""
    for function in functions(tree):
        skip = len(function.args.args) - len(names_of(function))
        match function.args.args[skip:]:
            case [first, second, *rest]:
                mixed = [*function.args.args[:skip], second, first, *rest]
                yield function.args, changed(function.args, args=mixed)


def parameter_missing(tree: ast.Module) -> Iterator[Mutation]:
    """A function takes one parameter less than it is called with."""
    for function in functions(tree):
        if names_of(function):
            fewer = changed(function.args, args=function.args.args[:-1])
            yield function.args, fewer


def another_parameter(tree: ast.Module) -> Iterator[Mutation]:
    """In the place of one parameter, the next one is used."""
    for function in functions(tree):
        names = names_of(function)
        following = dict(zip(names, [*names[1:], *names[:1]], strict=True)) if names[1:] else {}
        for node in own_nodes(function):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name in following:
                    yield node, changed(node, id=following[name])


def keyword_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """A keyword argument isn't passed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for place in range(len(node.keywords)):
                rest = [*node.keywords[:place], *node.keywords[place + 1 :]]
                yield node, changed(node, keywords=rest)


def argument_dropped(tree: ast.Module) -> Iterator[Mutation]:
    """The last of several arguments isn't passed."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[_, _, *_]):
                yield node, changed(node, args=node.args[:-1])
