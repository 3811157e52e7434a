"""What a learner meets in a notebook: check, hint, solution, progress. IPython lives here alone."""
