"""Rewriters: each takes a right answer and writes it in another way, with the same behaviour."""

from __future__ import annotations

from rewriting import calls, flow, functions, naming, noise, wrapping
from rewriting.trees import Rewriter

REWRITERS: dict[str, Rewriter] = {
    rewrite.__name__.replace("_", "-"): rewrite
    for rewrite in (
        naming.rename_locals,
        naming.rename_top_names,
        naming.delete_temporary_names,
        naming.name_what_is_returned,
        naming.name_the_method,
        naming.use_the_walrus,
        functions.def_to_lambda,
        functions.lambda_to_def,
        functions.partial_of_a_spare,
        functions.from_a_factory,
        functions.take_all_arguments,
        functions.defaults_hold_what_is_given,
        wrapping.decorate,
        wrapping.decorate_with_wraps,
        wrapping.callable_object,
        wrapping.bound_method,
        wrapping.static_method,
        wrapping.lambda_around,
        wrapping.registered_as_decorator,
        flow.branches_swapped,
        flow.return_early,
        flow.return_none_at_the_end,
        flow.comparisons_turned,
        flow.comprehensions_unrolled,
        flow.for_as_while,
        flow.once_in_a_loop,
        flow.try_finally,
        flow.unused_context,
        calls.by_keyword,
        calls.by_position,
        calls.by_getattr,
        calls.tuples_as_lists,
        noise.comments_and_blank_lines,
        noise.type_hints,
        noise.postponed_type_hints,
        noise.async_noise,
        noise.unused_things,
        noise.prints_inside,
        noise.nested_in_a_function,
    )
}
