"""What several exercises on handles share: where to reread, misconceptions, and a look at code."""

from __future__ import annotations

import ast
import re
from typing import Any

from torch import nn
from torch.nn.modules import module as module_globals

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.lessons.tensor_hooks._shared import line, raised

LESSON = "05_handles_and_lifetime"
TWICE = (LESSON, "A cell that is run twice")
HANDLE = (LESSON, "What a handle is")
BLOCK = (LESSON, "Off, whatever happens")
INSIDE = (LESSON, "A hook that removes itself")
ALIVE = (LESSON, "What a hook keeps alive")
COPIES = (LESSON, "Copies and files")
SHARED = (LESSON, "One layer, many places")
RAISES = (LESSON, "When a hook raises")

DEL_IS_REMOVAL = Misconception(
    "del-is-removal",
    "that deleting the handle takes the hook off.",
    "the tensor or the module keeps the hook, and the handle only knows where. `del`, or letting "
    "the name go, throws that knowledge away. Only remove() takes the hook off.",
    HANDLE,
)
REMOVE_WITHOUT_CALL = Misconception(
    "remove-without-call",
    "that `handle.remove` on a line of its own removes.",
    "without parentheses it only names the method, and nothing is called. Write handle.remove().",
    HANDLE,
)
CLEARS_THE_TABLE = Misconception(
    "clears-the-whole-table",
    "that emptying the dictionary of hooks takes off your own.",
    "it takes off everybody's: another hook was registered there, and it is gone. Your handle "
    "takes off your hook and no other.",
    HANDLE,
)
ARGUMENTS = Misconception(
    "forward-hook-arguments-here",
    "that a forward hook may take fewer arguments than it is given.",
    "PyTorch calls a forward hook with (module, input, output). Take all three, or *args.",
    ("03_forward_hooks", "Two hooks on one module"),
)

OTHER_KIND = Misconception(
    "another-kind-of-hook",
    "that any kind of hook will do.",
    "a pre-hook is called before there is an output, and a backward hook when gradients come. The "
    "task asks for a forward hook: register_forward_hook.",
    ("03_forward_hooks", "Two hooks on one module"),
)
EVERYWHERE = Misconception(
    "hook-on-all-modules-of-all-models",
    "that a hook on all modules does for one of them.",
    "it fires for any other module in the program too. Register on the module that is given.",
    ("03_forward_hooks", "Where a module keeps its hooks"),
)


def code_facts(source: str) -> dict[str, Any]:
    """Return what a diagnosis may want to know of the code, where two slips do the same thing.

    No claim is ever made of these: an answer passes by what its hooks do.
    """
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    expressions = [node.value for node in nodes if isinstance(node, ast.Expr)]
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    return {
        "deletes": any(isinstance(node, ast.Delete) for node in nodes),
        "names_remove": any(
            isinstance(value, ast.Attribute) and value.attr == "remove" for value in expressions
        ),
        "starts_from_none": any(
            isinstance(node.value, ast.Constant) and node.value.value is None for node in assigned
        ),
        "assigned": [
            target.id
            for node in assigned
            for target in node.targets
            if isinstance(target, ast.Name)
        ],
        "keeps_locally": any(_keeps_locally(node) for node in nodes),
        "detaches_in_place": any(
            isinstance(node, ast.Attribute) and node.attr == "detach_" for node in nodes
        ),
        "registers": any(
            isinstance(node, ast.Attribute) and node.attr.startswith("register_") for node in nodes
        ),
        "reads_table": any(
            isinstance(node, ast.Attribute) and node.attr.endswith("_hooks") for node in nodes
        ),
    }


def _keeps_locally(function: ast.AST) -> bool:
    """Say whether a function keeps what a registration returns in a name of its own alone."""
    if not isinstance(function, ast.FunctionDef):
        return False
    inside = list(ast.walk(function))
    elsewhere = {
        name
        for node in inside
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    return any(
        isinstance(node, ast.Assign)
        and "register_" in ast.unparse(node.value)
        and any(isinstance(to, ast.Name) and to.id not in elsewhere for to in node.targets)
        for node in inside
    ) and not any(isinstance(node, ast.Return) and node.value for node in inside)


def called_at_once(facts: Facts) -> bool:
    """Say whether a hook was called in the registration's parentheses."""
    return any(not entry["callable"] for entry in facts["registrations"]) or (
        raised(facts, "TypeError", "positional argument") and "register_" in line(facts)
    )


def wrong_arguments(facts: Facts) -> bool:
    """Say whether a hook was called with another number of arguments than it takes."""
    return raised(facts, "TypeError", "positional argument") and "register_" not in line(facts)


def other_kind(facts: Facts) -> bool:
    """Say whether a hook was registered that is no forward hook of one module."""
    kinds = {entry["kind"] for entry in facts["registrations"]}
    return bool(kinds - {"forward", "global forward"})


def everywhere(facts: Facts) -> bool:
    """Say whether a forward hook on all modules was registered."""
    return any(entry["kind"] == "global forward" for entry in facts["registrations"])


def hooks_on(model: nn.Module) -> int:
    """Count the hooks in every table of the module and of those inside it, and on all modules."""
    tables = [
        table
        for module in model.modules()
        for name, table in vars(module).items()
        if name.endswith("_hooks") and hasattr(table, "__len__")
    ]
    tables += [
        table
        for name, table in vars(module_globals).items()
        if re.fullmatch("_global_.*hooks", name)
    ]
    return sum(map(len, tables))
