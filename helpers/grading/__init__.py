"""From an answer's source to a verdict. Knows nothing of notebooks or widgets."""
