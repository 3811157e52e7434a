"""A class is marked once: every answer, and none twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from helpers.classroom.worker import Done, Job
    from tests.classroom.conftest import Class


def outcomes(classroom: Class) -> dict[str, dict[str, str]]:
    """Return the outcome of each learner and exercise that has an answer or a fault."""
    return classroom.tallied(  # type: ignore[no-any-return]
        lambda tally: {
            learner.label: {name: result.outcome for name, result in learner.results.items()}
            for learner in tally.learners
        }
    )


def test_each_learner_gets_the_outcomes_of_their_answers(classroom: Class) -> None:
    """All exercises of a lesson that somebody handed in are looked for."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v"))
    classroom.put("ben.ipynb", classroom.make(add_forward="v #not yet", scale_the_input="v"))
    classroom.run()

    found = outcomes(classroom)

    assert set(found["anna"]) == {
        "add-forward",
        "scale-the-input",
        "change-a-keyword",
        "record-shapes",
    }
    assert Counter(found["anna"].values()) == {"passed": 1, "no answer": 3}
    assert (found["ben"]["add-forward"], found["ben"]["scale-the-input"]) == ("not yet", "passed")


def test_equal_answers_are_marked_once(classroom: Class) -> None:
    """Each learner gets the verdict all the same."""
    for name in ("anna", "ben", "cleo"):
        classroom.put(f"{name}.ipynb", classroom.make(add_forward="v"))

    assert len(classroom.run()) == 1
    assert {found["add-forward"] for found in outcomes(classroom).values()} == {"passed"}


def test_an_equal_answer_waits_for_the_one_being_marked(classroom: Class) -> None:
    """With many workers the first may be far from done when the next learner is read."""
    for name in ("anna", "ben", "cleo"):
        classroom.put(f"{name}.ipynb", classroom.make(add_forward="v", scale_the_input=name))
    drawn: list[str] = []

    class AllAtOnce:
        def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
            every = list(jobs)
            drawn.extend(job["exercise"] for job in every)
            yield from map(classroom.markers().done, every)

    classroom.run(AllAtOnce())

    assert Counter(drawn) == {"add-forward": 1, "scale-the-input": 3}
    assert {found["add-forward"] for found in outcomes(classroom).values()} == {"passed"}


def test_a_second_run_marks_nothing(classroom: Class) -> None:
    """All is known; the files on disk stay as they are."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v"))
    classroom.run()
    before = (classroom.report / "data/learners.jsonl").read_bytes()

    assert classroom.run() == []
    assert (classroom.report / "data/learners.jsonl").read_bytes() == before


def test_what_was_handed_in_anew_is_marked(classroom: Class) -> None:
    """And nothing else of that learner."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v", scale_the_input="v #not yet"))
    classroom.run()
    classroom.put("anna.ipynb", classroom.make(add_forward="v", scale_the_input="v = 2"))

    assert [job["exercise"] for job in classroom.run()] == ["scale-the-input"]
    assert outcomes(classroom)["anna"]["scale-the-input"] == "passed"


def test_another_seed_marks_all_again(classroom: Class) -> None:
    """A verdict holds for the cases that it was found with."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v"))
    classroom.run(seed=1)

    assert len(classroom.run(seed=2)) == 1


def test_who_has_gone_from_the_class_has_gone_from_the_report(classroom: Class) -> None:
    """Their rows stay on disk, and count again if they come back."""
    gone = classroom.put("anna.ipynb", classroom.make(add_forward="v"))
    classroom.put("ben.ipynb", classroom.make(add_forward="v"))
    classroom.run()
    gone.unlink()
    classroom.run()

    assert list(outcomes(classroom)) == ["ben"]


class BreaksOff:
    """Marks some answers, and then is killed."""

    def __init__(self, after: int, whole: object) -> None:
        self.left, self.whole = after, whole

    def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Break off in the middle of the stream."""
        for job in jobs:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield self.whole.done(job)  # type: ignore[attr-defined]


@pytest.mark.parametrize("after", range(7))
def test_a_run_that_was_broken_off_goes_on_where_it_was(classroom: Class, after: int) -> None:
    """Wherever it was: each answer is marked once, and each learner is there in the end."""
    for name in ("anna", "ben", "cleo"):
        answers = {"add_forward": f"{name} = 1", "scale_the_input": f"{name} = 2"}
        classroom.put(f"{name}.ipynb", classroom.make(**answers))
    markers = classroom.markers()
    try:
        classroom.run(BreaksOff(after, markers))
    except KeyboardInterrupt:
        assert not classroom.tallied(lambda tally: tally.about["finished"])

    assert len(classroom.run()) == 6 - after
    assert classroom.tallied(lambda tally: tally.about["finished"])
    assert [found["scale-the-input"] for found in outcomes(classroom).values()] == ["passed"] * 3


def test_what_could_not_be_marked_is_told_and_tried_again(classroom: Class) -> None:
    """A fault of ours is no verdict."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v #not marked", scale_the_input="v"))

    assert len(classroom.run()) == 2
    assert outcomes(classroom)["anna"]["add-forward"] == "not marked"
    assert [job["exercise"] for job in classroom.run()] == ["add-forward"]


def test_learners_are_read_as_there_is_room_to_mark(classroom: Class) -> None:
    """A thousand notebooks never stand in memory at a time."""
    for number in range(50):
        classroom.put(f"{number}.ipynb", classroom.make(add_forward=f"v = {number}"))
    noted: list[int] = []

    class Slow:
        def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
            file = classroom.report / "data/learners.jsonl"
            for job in jobs:
                noted.append(len(file.read_bytes().splitlines()))
                yield classroom.markers().done(job)

    classroom.run(Slow())

    assert noted == list(range(50))


def test_a_row_holds_plain_data(classroom: Class) -> None:
    """Whoever wants to read the files needs no program of ours."""
    classroom.put("anna_77_1001_x.ipynb", classroom.make(add_forward="v"))
    classroom.run()
    (row,) = map(json.loads, (classroom.report / "data/learners.jsonl").read_text().splitlines())

    assert (row["learner"], row["lms"], row["id"]) == ("anna (77)", "canvas", "77")
    assert list(row["answers"]) == ["add-forward"]


def test_what_is_amiss_is_told_in_a_few_lines(classroom: Class) -> None:
    """However much of it there is."""
    (classroom.root / "anna").mkdir()
    for number in range(100):
        (classroom.root / f"anna/{number}.ipynb").symlink_to("/etc/passwd")
    classroom.put("ben.ipynb", classroom.make(add_forward="v"))
    classroom.run()

    (problems,) = classroom.tallied(
        lambda tally: [one.problems for one in tally.learners if one.label == "anna"]
    )

    assert (len(problems), problems[-1]) == (21, "… and 81 more")
