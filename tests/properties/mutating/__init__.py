"""Mutators: each takes a right answer and makes wrong ones of it, one small change at a time."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from mutating import arguments, calls, hooks, statements, values
from mutating.trees import Mutator, sources

MUTATORS: dict[str, Mutator] = {
    mutate.__name__.replace("_", "-"): mutate
    for mutate in (
        statements.statement_dropped,
        statements.statement_repeated,
        statements.statements_swapped,
        statements.return_dropped,
        statements.returns_none,
        statements.returns_its_input,
        statements.returns_also,
        statements.around_dropped,
        statements.condition_dropped,
        statements.decorator_dropped,
        hooks.other_hook_point,
        hooks.called_at_once,
        hooks.removed_at_once,
        hooks.removal_not_called,
        hooks.with_prepend,
        hooks.with_always_call,
        hooks.with_kwargs,
        hooks.the_first_only,
        hooks.all_but_the_first,
        hooks.all_but_the_last,
        hooks.backwards,
        hooks.late_bound,
        arguments.swapped_arguments,
        arguments.swapped_in_a_tuple,
        arguments.less_of_a_tuple,
        arguments.swapped_parameters,
        arguments.parameter_missing,
        arguments.another_parameter,
        arguments.keyword_dropped,
        arguments.argument_dropped,
        calls.other_method,
        calls.call_dropped,
        calls.attribute_dropped,
        calls.index_dropped,
        calls.edited_in_place,
        calls.out_of_place,
        values.one_more,
        values.other_sign,
        values.other_flag,
        values.other_text,
        values.other_operator,
        values.one_side_only,
        values.opposite_condition,
        values.near_comparison,
        values.truth_in_place_of_none,
        values.equal_in_place_of_same,
    )
}


@dataclass(frozen=True)
class Mutant:
    """One wrong answer: of which exercise, made by which mutator, at its which place."""

    exercise: str
    name: str
    source: str

    @property
    def id(self) -> str:
        """The exercise, the mutator and a number, as in ``tensor-double-return-dropped-1``."""
        return f"{self.exercise}-{self.name}"


def mutants(exercise_id: str, solution: str) -> list[Mutant]:
    """Return all mutants of a solution; of those with the same text, the first."""
    seen, made = {ast.unparse(ast.parse(solution))}, list[Mutant]()
    for name, mutate in MUTATORS.items():
        for number, source in enumerate(sources(solution, mutate), 1):
            if source not in seen:
                seen.add(source)
                made.append(Mutant(exercise_id, f"{name}-{number}", source))
    return made
