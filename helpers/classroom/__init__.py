"""A whole class: find what was handed in, mark it on every core, and report."""
