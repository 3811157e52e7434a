"""The form of an answer: what is left of a source when names, layout and comments don't count."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Collection, Set
from itertools import islice

TOKEN = re.compile(
    r"""
    (?P<skip>\#[^\n]*|[\s\\]+)
  | (?P<text>(?i:[rbuf]{0,2})(?:'''(?:\\.|[^\\])*?'''|\"""(?:\\.|[^\\])*?\"""
      |'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))
  | (?P<number>\d[\w.]*|\.\d[\w.]*)
  | (?P<name>[^\W\d]\w*)
  | (?P<sign>->|:=|\*\*|//|[<>=!+\-*/%@&|^]=|<<|>>|.)
    """,
    re.VERBOSE | re.DOTALL,
)
OWN = "·"
"""Stands for each name that the learner has chosen."""
MOST_TOKENS = 3_000
"""Tokens of an answer that are looked at."""
SHINGLE = 4
"""Tokens that stand together in a shingle."""
ALWAYS = frozenset(keyword.kwlist) | {"self", "cls"}
KNOWN = ALWAYS | frozenset(dir(builtins)) | {"torch", "nn"}
DEFINED = re.compile(r"\b(?:def|class)\s+(\w+)")


def form(source: str, gives: Collection[str] = ()) -> list[str]:
    """Return the tokens of a source, each name that the learner has chosen as the same sign.

    Kept are keywords, built-in names, the names that the task ``gives``, arguments by keyword, and
    what stands after a dot, unless the source itself binds the name. Comments, layout and what
    texts say don't count. A source with broken syntax has a form, too.
    """
    found = _tokens(source)
    bound = _bound(source)
    tokens: list[str] = []
    for place, (kind, text) in enumerate(found):
        if kind == "text":
            tokens.append("''")
        elif kind == "name" and _is_own(found, place, bound, gives):
            tokens.append(OWN)
        else:
            tokens.append(text)
    return tokens


def _tokens(source: str) -> list[tuple[str, str]]:
    tokens = ((str(one.lastgroup), one[0]) for one in TOKEN.finditer(source))
    return list(islice((one for one in tokens if one[0] != "skip"), MOST_TOKENS))


def _bound(source: str) -> set[str]:
    """Return the names that a source gives to something, attributes among them."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set(DEFINED.findall(source))
    bound: set[str | None] = set()
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                bound.add(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.alias(asname=name) | ast.ExceptHandler(name=name):
                bound.add(name)
    return {name for name in bound if name is not None and name not in ALWAYS}


def _is_own(
    found: list[tuple[str, str]], place: int, bound: Set[str], gives: Collection[str]
) -> bool:
    name = found[place][1]
    if name in bound:
        return True
    if name in KNOWN or name in gives:
        return False
    before, after = (found[at][1] if 0 <= at < len(found) else "" for at in (place - 1, place + 1))
    is_argument = before in ("(", ",") and after == "="
    return before != "." and not is_argument


def shingles(tokens: list[str]) -> frozenset[str]:
    """Return each run of four tokens once; of a shorter form, the whole."""
    if len(tokens) < SHINGLE:
        return frozenset([" ".join(tokens)]) if tokens else frozenset()
    return frozenset(" ".join(tokens[at : at + SHINGLE]) for at in range(len(tokens) - SHINGLE + 1))
