"""nbgrader's settings for the hooks course. Copy this file into your course's folder."""

# True: answers are marked in processes of their own, locked in. False: nbgrader runs the
# notebooks in a kernel that can read your files and write its own marks; on Windows there is no
# other way.
MARKED_APART = True

STEPS = "helpers.course.in_nbgrader"
c = get_config()  # noqa: F821, nbgrader has it

# What learners find in place of an answer. With it, what you release equals exercises/.
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\npass"}

# Checks that were deleted come back; cells that were copied don't stop the marking.
c.OverwriteCells.add_missing_cells = True
c.Autograde.sanitize_preprocessors.insert(0, f"{STEPS}.copies_unmarked")

if MARKED_APART:
    c.Execute.enabled = False
    c.Autograde.autograde_preprocessors.insert(0, f"{STEPS}.marked_apart")
else:
    c.Autograde.autograde_preprocessors.insert(0, f"{STEPS}.cells_in_place")
    c.Autograde.autograde_preprocessors.insert(2, f"{STEPS}.noise_dropped")  # 1 is Execute
