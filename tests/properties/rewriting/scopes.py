"""Which scope binds which names, and renaming that respects it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return all parameters, starred ones included."""
    starred = [arg for arg in (arguments.vararg, arguments.kwarg) if arg]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred]


def bindings(scope: ast.AST) -> set[str]:
    """Return the names that a module, a function, a class or a comprehension binds itself."""
    bound, elsewhere = set[str](), set[str]()

    def look(node: ast.AST, in_comprehension: bool) -> None:
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                bound.add(name)
                return
            case ast.Lambda():
                return
            case ast.NamedExpr(target=ast.Name(id=name)):
                bound.add(name)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if not in_comprehension:
                bound.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                bound.update(alias.asname or alias.name.split(".")[0] for alias in aliases)
            case ast.ExceptHandler(name=str(name)):
                bound.add(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                elsewhere.update(names)
        inside = in_comprehension or isinstance(node, COMPREHENSIONS)
        for child in ast.iter_child_nodes(node):
            look(child, inside)

    if isinstance(scope, COMPREHENSIONS):
        for generator in scope.generators:
            look(generator.target, False)
        return bound
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        bound.update(arg.arg for arg in parameters(scope.args))
    body = scope.body if isinstance(scope.body, list) else [scope.body]  # type: ignore[attr-defined]
    for node in body:
        look(node, False)
    return bound - elsewhere


@dataclass
class Scope:
    """The names that a scope binds, and what each is called from now on."""

    bound: set[str]
    renamed: dict[str, str]
    is_class: bool = False


class Renamer(ast.NodeTransformer):
    """Renames what a scope binds, wherever it is meant, by ``new_names`` of scope and names."""

    def __init__(self, new_names: Callable[[ast.AST, set[str]], dict[str, str]]) -> None:
        """Keep what says the new names of a scope."""
        self.new_names, self.scopes = new_names, list[Scope]()

    def called_now(self, name: str) -> str:
        """Return the new name of what ``name`` means here."""
        for depth, scope in enumerate(reversed(self.scopes)):
            if name in scope.bound and not (scope.is_class and depth):
                return scope.renamed.get(name, name)
        return name

    def inside(self, node: ast.AST, parts: list[Any]) -> list[Any]:
        """Visit parts of a node in its own scope."""
        bound = bindings(node)
        is_class = isinstance(node, ast.ClassDef)
        self.scopes.append(Scope(bound, self.new_names(node, bound), is_class))
        done = [self.visit(part) for part in parts]
        self.scopes.pop()
        return done

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Rename in the whole cell."""
        node.body = self.inside(node, node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Rename a class, and in its body."""
        node.name = self.called_now(node.name)
        node.bases = [self.visit(base) for base in node.bases]
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        node.body = self.inside(node, node.body)
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        """Rename a function, its parameters, and in its body."""
        node.name = self.called_now(node.name)
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        self._outside(node.args)
        node.returns = self.visit(node.returns) if node.returns else None
        taken = parameters(node.args)
        node.body = self.inside(node, [*taken, *node.body])[len(taken) :]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Rename parameters and body."""
        self._outside(node.args)
        *_, node.body = self.inside(node, [*parameters(node.args), node.body])
        return node

    def _outside(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(one) for one in arguments.defaults]
        arguments.kw_defaults = [one and self.visit(one) for one in arguments.kw_defaults]
        for arg in parameters(arguments):
            arg.annotation = self.visit(arg.annotation) if arg.annotation else None

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Rename a parameter."""
        node.arg = self.called_now(node.arg)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Rename a name where it is used."""
        node.id = self.called_now(node.id)
        return node

    def visit_Global(self, node: Any) -> Any:
        """Rename what is declared as another scope's."""
        node.names = [self.called_now(name) for name in node.names]
        return node

    visit_Nonlocal = visit_Global  # noqa: N815

    def visit_alias(self, node: ast.alias) -> ast.AST:
        """Give an import another name."""
        name = node.asname or node.name.split(".")[0]
        if self.called_now(name) != name:
            node.asname = self.called_now(name)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        """Rename what an error is called."""
        node.name = node.name and self.called_now(node.name)
        return self.generic_visit(node)

    def _comprehension(self, node: Any) -> Any:
        first = node.generators[0].iter = self.visit(node.generators[0].iter)
        node.generators[0].iter = ast.Constant(None)
        fields = [name for name in ("elt", "key", "value") if hasattr(node, name)]
        visited = self.inside(node, [*node.generators, *(getattr(node, name) for name in fields)])
        for name, value in zip(fields, visited[len(node.generators) :], strict=True):
            setattr(node, name, value)
        node.generators[0].iter = first
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815
