"""Makes and checks the course's files: exercises from solutions, answers in trusted notebooks."""
