"""Answers that write a verdict, read what is wanted, or change what compares: none of them passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.grading.isolation import Judge
from helpers.grading.lessons import find

EVERY_FD = """
import os
for fd in range(3, 128):
    try: os.write(fd, {})
    except OSError: pass
"""
"""Writes something to every file descriptor, the one that takes the facts among them."""

SEARCH = """
import builtins, functools, gc, json, os, random, sys
def everything():
    frame = sys._getframe()
    while frame:
        yield from frame.f_locals.values()
        yield from frame.f_globals.values()
        frame = frame.f_back
    for module in list(sys.modules.values()):
        yield from list(getattr(module, "__dict__", {}).values())
    yield from gc.get_objects()
"""
FORGE = (
    SEARCH
    + """
def send(exercise, cases):
    facts = []
    for case in cases:
        one = {"error": None, "registrations": []}
        for claim in exercise.claims:
            wanted = claim.wanted_for(case)
            one |= dict(zip(("x1", "x2"), wanted)) if callable(claim.seen) else {claim.seen: wanted}
        facts.append(one)
    for fd in range(3, 128):
        try: os.write(fd, json.dumps(facts).encode())
        except OSError: pass
    os._exit(0)
frame, cases = sys._getframe(), None
while frame:
    cases = frame.f_locals.get("cases", cases)
    frame = frame.f_back
"""
)
"""Works out what each claim wants, from the claims themselves, and says that it has been seen."""
IMPORT_AGAIN = """
for name in [name for name in sys.modules if name.startswith("helpers")]:
    del sys.modules[name]
from helpers.grading.lessons import find
send(find("add-forward"), cases)
"""

FIRST_CASE = """
import json, os, sys
frame, cases = sys._getframe(), None
while frame:
    cases = frame.f_locals.get("cases", cases)
    frame = frame.f_back
def data(tensor):
    return {"tensor": tensor.tolist(), "shape": list(tensor.shape), "dtype": "float32"}
one, two = (data(torch.tensor(cases[0][name])) for name in ("x1", "x2"))
total = data(torch.tensor(cases[0]["x1"]) + torch.tensor(cases[0]["x2"]))
first = {
    "x1": one, "x2": two, "output": total, "recorded": {"list": [one, two, total]},
    "before_forward": {"list": [one, two]}, "bystander": {"list": []}, "own_forward": False,
}
def send(facts):
    for fd in range(3, 128):
        left = json.dumps(facts).encode()
        try:
            while left: left = left[os.write(fd, left):]
        except OSError: pass
    os._exit(0)
"""
"""Notes what is wanted in the first case, which the task itself shows."""

ROWS: dict[str, tuple[str, str]] = {
    "a verdict on every file descriptor": (
        EVERY_FD.format("""b'{"outcome": "passed"}'""") + "os._exit(0)",
        "crashed",
    ),
    "facts without values": (
        EVERY_FD.format("""b'[{"error": null, "recorded": true, "passed": true}]'""")
        + "os._exit(0)",
        "not yet",
    ),
    "facts before a wrong answer": (
        EVERY_FD.format("""b'[{"error": null}]'""") + "add.register_forward_hook(print)",
        "crashed",
    ),
    "nested facts": (
        EVERY_FD.format("b'[{\"recorded\":' + b'[' * 150 + b']' * 150 + b'}]'") + "os._exit(0)",
        "not yet",
    ),
    "facts nested so deeply that only some readers bear it": (
        EVERY_FD.format("b'[{\"recorded\":' + b'[' * 970 + b']' * 970 + b'}]'") + "os._exit(0)",
        "crashed",
    ),
    "what is right in the first case, and an error without form": (
        FIRST_CASE + "send([{**first, 'error': 1}])",
        "not yet",
    ),
    "what is right in two cases, and an error without words before one": (
        FIRST_CASE + "send([{**first, 'error': {}}, {'error': {'type': 'x'}}])",
        "crashed",
    ),
    "lists that would be compared entry by entry": (
        FIRST_CASE
        + "send([{**first, 'before_forward': None, 'registrations': [1],\n"
        + "    'notebook': [1] * 200_000, 'recorded': {'list': [2] * 200_000}}])",
        "crashed",
    ),
    "facts that no reader can bear": (
        EVERY_FD.format("b'[' * 10**6") + "os._exit(0)",
        "crashed",
    ),
    "a number of a million digits": (
        EVERY_FD.format("b'[{\"recorded\": ' + b'9' * 10**6 + b'}]'") + "os._exit(0)",
        "crashed",
    ),
    "closing every channel": (
        "import os\nos.closerange(0, 256)\n{RIGHT}",
        "crashed",
    ),
    "another file in place of every channel": (
        "import os\nfile = os.open('mine', os.O_CREAT | os.O_WRONLY)\n"
        "for fd in range(3, 64):\n    if fd != file: os.dup2(file, fd)\n{RIGHT}",
        "crashed",
    ),
    "the claims, found in frames, modules or memory": (
        FORGE + "for thing in everything():\n"
        "    if type(thing).__name__ == 'Exercise' and thing.id == 'add-forward' and thing.claims:\n"
        "        send(thing, cases)\n",
        "not yet",
    ),
    "objects that equal everything": (
        "class Yes(torch.Tensor):\n    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n    __hash__ = None\n"
        "yes = torch.zeros(1).as_subclass(Yes)\n"
        "add.register_forward_hook(lambda *args: answer.extend([yes, yes, yes]))",
        "not yet",
    ),
    "a list that equals everything": (
        "class Yes(list):\n    def __eq__(self, other): return True\n"
        "answer = Yes()\nadd.register_forward_hook(lambda *args: None)",
        "not yet",
    ),
    "comparisons that are always true": (
        "import builtins, math\ntorch.equal = torch.allclose = torch.isclose = lambda *a, **k: True\n"
        "torch.Tensor.__eq__ = lambda *a: torch.tensor(True)\n"
        "math.isclose = builtins.all = builtins.any = lambda *a, **k: True\n"
        "add.register_forward_hook(lambda *args: None)",
        "not yet",
    ),
    "isinstance that is always true": (
        "import builtins\nbuiltins.isinstance = lambda *args: True\n"
        "add.register_forward_hook(lambda *args: None)",
        "crashed",
    ),
    "a judge that always says passed": (
        "import sys\nfor name, module in list(sys.modules.items()):\n"
        "    if name.startswith('helpers.grading'):\n"
        "        for key in list(vars(module)):\n"
        "            if key in ('same', 'judge', 'not_yet', 'crashed'):\n"
        "                setattr(module, key, lambda *args: True)\n"
        "from helpers.grading.exercise import Claim\nClaim.holds = lambda *args: True\n"
        "add.register_forward_hook(lambda *args: None)",
        "not yet",
    ),
    "a gatherer that makes up facts": (
        "import sys\nfor name, module in list(sys.modules.items()):\n"
        "    if name.startswith('helpers.grading'):\n"
        "        for key in ('gather', 'as_data'):\n"
        "            if hasattr(module, key): setattr(module, key, lambda *a: [{'error': None}])\n",
        "not yet",
    ),
    "an encoder that says passed": (
        'import json\njson.dumps = lambda *args, **more: \'[{"outcome": "passed"}]\'\n'
        'json.JSONEncoder.encode = lambda self, data: \'[{"outcome": "passed"}]\'\n',
        "not yet",
    ),
    "modules of one's own under the helpers' names": (
        "import sys, types\nfor name in list(sys.modules):\n"
        "    if name.startswith('helpers'): sys.modules[name] = types.ModuleType(name)\n",
        "not yet",
    ),
    "no modules at all": ("import sys\nsys.modules.clear()\n", "crashed"),
    "random numbers that are always the same": (
        "import random\nrandom.Random.random = random.random = lambda *args: 0.5\n"
        "random.Random.randint = lambda *args: 1\ntorch.manual_seed = lambda seed: None\n"
        "torch.rand = lambda *shape: torch.zeros(*shape)\n",
        "not yet",
    ),
    "the probe, replaced in its own frame": (
        "import sys\nframe = sys._getframe()\nwhile frame:\n"
        "    for thing in list(frame.f_locals.values()):\n"
        "        if type(thing).__name__ == 'Exercise':\n"
        "            object.__setattr__(thing, 'probe', lambda *args: {'error': None})\n"
        "    frame = frame.f_back\n",
        "not yet",
    ),
    "a debugger on the marker": (
        "import sys\ndef trace(frame, event, value):\n    return trace\n"
        "sys.settrace(trace)\nsys.setprofile(lambda *args: None)\n",
        "not yet",
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_it_does_not_pass_and_the_next_answer_is_marked_right(mark: Any, row: Any) -> None:
    """There is no verdict to forge, and nothing to read it off."""
    source, outcome = row

    verdict = mark(source)

    assert verdict.outcome == outcome, verdict.message


def test_the_claims_cannot_be_imported_again(mark: Any) -> None:
    """The modules that hold them were forgotten, and lie out of sight."""
    verdict = mark(FORGE + IMPORT_AGAIN, "filters")

    assert verdict.outcome == "crashed"
    assert "ModuleNotFoundError" in verdict.message or "PermissionError" in verdict.message


def test_below_that_level_they_can(judge: Judge) -> None:
    """What docs/security.md says remains possible is so: else the rows here would prove nothing."""
    if judge.level != "limits":
        pytest.skip("only where the solutions aren't hidden")

    assert judge.mark(find("add-forward"), FORGE + IMPORT_AGAIN).outcome == "passed"


SPY = "try:\n    {}\nexcept OSError: pass\nelse: raise Exception('it got through')\n" + "{{RIGHT}}"
"""Passes where something is refused, and crashes where it isn't."""


def test_solutions_cannot_be_read(mark: Any, course: Path) -> None:
    """Neither the solutions, nor the tests' bank of answers, nor the exercises' own modules."""
    for path in (
        course / "solutions/03_forward_hooks.ipynb",
        course / "tests/course/bank/03_forward_hooks.jsonl",
        course / "helpers/grading/lessons/forward_hooks/add_forward.py",
    ):
        assert path.is_file()
        assert mark(SPY.format(f"open({str(path)!r}).read()"), "filters").outcome == "passed"


def test_a_solution_behind_a_symlink_cannot_be_read(mark: Any, course: Path) -> None:
    """A link in the answer's own folder leads nowhere new."""
    path = course / "solutions/03_forward_hooks.ipynb"
    link = f"import os; os.path.lexists('l') or os.symlink({str(path)!r}, 'l'); open('l').read()"

    assert mark(SPY.format(link), "filters").outcome == "passed"


def test_the_graders_files_cannot_be_written(mark: Any, tmp_path: Path) -> None:
    """Not even those that everybody may write."""
    grades = tmp_path / "grades.csv"
    grades.write_text("mine,0")
    for part in (tmp_path, *tmp_path.parents[:2]):
        part.chmod(0o777)
    grades.chmod(0o666)

    for how in (
        "open({!r}, 'w')",
        "os.unlink({!r})",
        "os.truncate({!r}, 0)",
        "os.chmod({!r}, 0)",
        "os.chown({!r}, -1, -1)",
        "os.utime({!r})",
        "os.setxattr({!r}, 'user.mark', b'1')",
    ):
        verdict = mark("import os\n" + SPY.format(how.format(str(grades))), "filters")
        assert verdict.outcome == "passed", how
    assert grades.read_text() == "mine,0"


def test_a_link_left_behind_is_not_followed(mark: Any, tmp_path: Path) -> None:
    """Cleaning up removes the link, not what it points to."""
    (tmp_path / "kept").write_text("x")

    mark(f"import os\nos.path.lexists('l') or os.symlink({str(tmp_path)!r}, 'l')\n{{RIGHT}}")

    assert (tmp_path / "kept").read_text() == "x"


def test_what_one_answer_writes_the_next_does_not_find(mark: Any) -> None:
    """Not in its folder, and not in that for temporary files."""
    mark("import os, tempfile\nopen('left', 'w').write('x')\ntempfile.mkdtemp()\nos.chmod('.', 0)")

    look = "import os, tempfile\nfound = os.listdir('.') + os.listdir(tempfile.gettempdir())\n"

    assert mark(look + "assert not found, found\n{RIGHT}").outcome == "passed"


def test_tokens_of_the_judge_cannot_be_read(mark: Any, token: str) -> None:
    """Neither in os.environ nor in what the kernel keeps of the process's first environment."""
    look = """
import os
texts = [str(os.environ)]
for whose in ("self", os.getppid()):
    try: texts.append(open(f"/proc/{whose}/environ").read())
    except OSError: pass
"""
    assert mark(look + f"assert {token!r} not in str(texts)\n{{RIGHT}}").outcome == "passed"


def test_the_guards_memory_cannot_be_written(mark: Any) -> None:
    """Neither through /proc nor by the system call that reads it."""
    memory = "open(f'/proc/{__import__(\"os\").getppid()}/mem', 'rb+')"
    attach = (
        "import ctypes, os; result = ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)\n"
        "    if result < 0: raise OSError"
    )

    assert mark(SPY.format(memory), "filters").outcome == "passed"
    assert mark(SPY.format(attach), "filters").outcome == "passed"
