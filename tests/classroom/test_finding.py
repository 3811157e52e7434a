"""What was handed in, and by whom."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.classroom import files
from helpers.classroom.files import BadFileError, File
from helpers.classroom.finding import NothingFoundError, find
from helpers.classroom.reading import read

if TYPE_CHECKING:
    from tests.classroom.conftest import Class

KNOWN = {"add-forward", "tensor-double"}


def zipped(files: dict[str, bytes]) -> bytes:
    """Return a zip of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()


def answers(root: Path) -> dict[str, list[str]]:
    """Return, for each learner, the exercises answered."""
    return {one.learner.label: sorted(read(one, KNOWN).answers) for one in find(root)}


LAYOUTS = {
    "subfolders": ["anna/03_forward_hooks.ipynb", "ben/03_forward_hooks.ipynb"],
    "notebooks": ["anna.ipynb", "ben.ipynb"],
    "repositories": [
        "anna/exercises/03_forward_hooks.ipynb",
        "ben/exercises/03_forward_hooks.ipynb",
        "ben/solutions/03_forward_hooks.ipynb",
    ],
    "a folder around all": ["all/anna/x.ipynb", "all/ben/x.ipynb"],
    "a folder a lesson": ["03_forward_hooks/anna.ipynb", "03_forward_hooks/ben.ipynb"],
    "a notebook a lesson": ["anna_03_forward_hooks.ipynb", "ben_03_forward_hooks.ipynb"],
    "hidden and left over": [
        "anna/a.ipynb",
        "anna/.ipynb_checkpoints/a.ipynb",
        "ben/b.ipynb",
        "__MACOSX/ben/._b.ipynb",
        "ben/readme.txt",
    ],
}


@pytest.mark.parametrize("kind", ["folder", "zip", "zip in a folder"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_gives_the_same_learners(
    classroom: Class, tmp_path: Path, layout: str, kind: str
) -> None:
    """In a folder, in a zip, and in a zip that lies alone in a folder."""
    content = classroom.make(add_forward="answer.append(1)")
    root = classroom.root
    if kind == "folder":
        for name in LAYOUTS[layout]:
            classroom.put(name, content)
    else:
        root = classroom.put("all.zip", zipped(dict.fromkeys(LAYOUTS[layout], content)))

    found = answers(root if kind == "zip" else classroom.root)

    assert found == {"anna": ["add-forward"], "ben": ["add-forward"]}


def test_one_learners_own_folder_is_one_learner(classroom: Class) -> None:
    """Notebooks that are named like lessons belong to the folder that holds them."""
    classroom.put("02_tensor_hooks.ipynb", classroom.make(tensor_double="v"))
    classroom.put("03_forward_hooks.ipynb", classroom.make(add_forward="v"))

    assert answers(classroom.root) == {"class": ["add-forward", "tensor-double"]}


def test_the_files_of_one_canvas_id_are_one_learners(classroom: Class) -> None:
    """Canvas puts all files side by side."""
    classroom.put("doejane_77_1001_02_tensor_hooks.ipynb", classroom.make(tensor_double="v"))
    classroom.put("doejane_77_1002_03_forward_hooks-1.ipynb", classroom.make(add_forward="v"))

    assert answers(classroom.root) == {"doejane (77)": ["add-forward", "tensor-double"]}


def test_a_learners_zip_is_looked_into(classroom: Class) -> None:
    """In the folder that Moodle makes, too."""
    content = zipped({"work/exercises/a.ipynb": classroom.make(add_forward="v")})
    classroom.put("Jane Doe_5_assignsubmission_file_/work.zip", content)
    classroom.put("ben.zip", content)

    assert answers(classroom.root) == {"Jane Doe (5)": ["add-forward"], "ben": ["add-forward"]}


def test_two_folders_of_one_name_are_told(classroom: Class) -> None:
    """José, composed and decomposed: one learner, both read, and a line about it."""
    classroom.put("Jos\u00e9/a.ipynb", classroom.make(add_forward="v"))
    classroom.put("Jose\u0301/b.ipynb", classroom.make(tensor_double="v"))
    classroom.put("ben/b.ipynb", classroom.make(tensor_double="v"))

    jose, _ = find(classroom.root)

    assert len(jose.files) == 2
    assert "handed in 2 times" in jose.problems[0]


def test_names_in_a_zip_that_does_not_say_utf8_are_read(classroom: Class) -> None:
    """Many programs write UTF-8 and leave out the sign for it."""
    content = zipped({"李雷/a.ipynb": b"{}", "ben/a.ipynb": b"{}"})
    bare = bytearray(content)
    for mark, place in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        at = bare.find(mark)
        while at >= 0:
            bare[at + place] &= ~0x08
            at = bare.find(mark, at + 1)

    found = find(classroom.put("all.zip", bytes(bare)))

    assert [one.learner.name for one in found] == ["ben", "李雷"]


def test_a_name_that_is_no_text_is_a_learner_all_the_same(classroom: Class) -> None:
    """Linux allows any bytes."""
    folder = os.fsencode(classroom.root) + b"/\xff\xfe"
    Path(os.fsdecode(folder)).mkdir()
    (Path(os.fsdecode(folder)) / "a.ipynb").write_bytes(classroom.make(add_forward="v"))
    classroom.put("ben/a.ipynb", b"{}")

    assert answers(classroom.root)["\\udcff\\udcfe"] == ["add-forward"]


def test_links_are_not_followed(classroom: Class, tmp_path: Path) -> None:
    """They could lead to the solutions, or to another learner's work."""
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(classroom.make(add_forward="v"))
    (classroom.root / "anna").mkdir()
    (classroom.root / "anna/03_forward_hooks.ipynb").symlink_to(secret)
    (classroom.root / "ben").symlink_to(tmp_path)
    classroom.put("cleo.ipynb", b"{}")

    anna, ben, _ = (read(one, KNOWN) for one in find(classroom.root))

    assert (anna.answers, ben.answers) == ({}, {})
    assert "link" in anna.problems[0]
    assert "link" in ben.problems[0]


def test_a_link_put_in_place_of_a_file_is_not_opened(tmp_path: Path) -> None:
    """Between listing and reading a file may be exchanged."""
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "a.ipynb").symlink_to(tmp_path / "secret")

    with pytest.raises(BadFileError, match="can't be read"):
        File(("a.ipynb",), tmp_path / "a.ipynb").read()


def test_a_pipe_is_not_waited_for(classroom: Class) -> None:
    """What is no regular file is refused at once."""
    os.mkfifo(classroom.root / "anna.ipynb")

    (anna,) = find(classroom.root)

    assert "not a regular file" in read(anna, KNOWN).problems[0]


def test_paths_out_of_a_zip_are_refused(classroom: Class, tmp_path: Path) -> None:
    """Nothing is unpacked to disk, and nothing is read from such an entry."""
    evil = classroom.make(add_forward="v")
    names = ["ben/a.ipynb", "../evil.ipynb", "ben/../../evil.ipynb", "ben\\..\\evil.ipynb"]

    found = answers(classroom.put("all.zip", zipped(dict.fromkeys(names, evil))))
    problems = [problem for one in find(classroom.root) for problem in one.problems]

    assert found["ben"] == ["add-forward"]
    assert sum("leads out of the zip" in problem for problem in problems) == 3
    assert not list(tmp_path.rglob("evil*"))


def test_a_link_in_a_zip_is_refused(classroom: Class) -> None:
    """Unix stores links in zips."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        info = zipfile.ZipInfo("anna/03_forward_hooks.ipynb")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(info, "/etc/passwd")
        made.writestr("ben/a.ipynb", b"{}")

    anna, _ = find(classroom.put("all.zip", stream.getvalue()))

    assert (anna.files, len(anna.problems)) == ([], 1)


def test_a_zip_that_swells_is_stopped(classroom: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the size that it states counts, but what comes out."""
    monkeypatch.setattr("helpers.classroom.reading.LARGEST", 1_000_000)
    content = zipped({"anna/a.ipynb": b" " * 50_000_000, "ben/a.ipynb": b"{}"})
    assert len(content) < 100_000

    anna, _ = find(classroom.put("all.zip", content))

    assert "larger than 1 MB" in read(anna, KNOWN).problems[0]


def test_a_zip_that_lists_too_much_is_not_opened(classroom: Class) -> None:
    """A small file may list millions of others, each of which takes memory."""
    full = zipped({f"{'x' * 200}{number}": b"" for number in range(20_000)})
    content = zipped({"anna.zip": full, "ben.zip": zipped({"a.ipynb": b"{}"})})

    anna, _ = find(classroom.put("all.zip", content))

    assert "lists too many files" in read(anna, KNOWN).problems[0]


@pytest.mark.parametrize("kind", ["on disk", "in a zip"])
def test_the_list_of_every_zip_is_bounded(
    classroom: Class, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Also that of a zip which lies in a folder."""
    monkeypatch.setitem(files.LARGEST_LIST, kind == "in a zip", 20)
    inner = zipped({"a.ipynb": b"{}"})
    root = classroom.root
    if kind == "in a zip":
        root = classroom.put("all.zip", zipped({"anna.zip": inner, "ben.ipynb": b"{}"}))
    else:
        classroom.put("anna.zip", inner)
        classroom.put("ben.ipynb", b"{}")

    anna, _ = find(root)

    assert "lists too many files" in read(anna, KNOWN).problems[0]


def test_a_way_of_packing_that_asks_for_memory_is_refused(classroom: Class) -> None:
    """LZMA's packed data say how much the reader must set aside."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("anna/a.ipynb", classroom.make(add_forward="v"))
        made.writestr("ben/a.ipynb", b"{}")

    anna, _ = find(classroom.put("all.zip", stream.getvalue()))

    assert "use a plain zip" in read(anna, KNOWN).problems[0]


BROKEN_ZIPS = {
    "no zip": b"this is no zip",
    "empty": b"",
    "cut off": zipped({"a.ipynb": b"{}" * 100})[:-30],
}


@pytest.mark.parametrize("kind", BROKEN_ZIPS)
def test_a_broken_zip_is_that_learners_problem(classroom: Class, kind: str) -> None:
    """The others' files are read."""
    classroom.put("anna.zip", BROKEN_ZIPS[kind])
    classroom.put("ben.ipynb", classroom.make(add_forward="v"))

    anna, ben = (read(one, KNOWN) for one in find(classroom.root))

    assert "can't be opened" in anna.problems[0]
    assert list(ben.answers) == ["add-forward"]


def test_a_damaged_entry_is_that_learners_problem(classroom: Class) -> None:
    """Its checksum is wrong."""
    content = zipped({"anna/a.ipynb": b"{}" * 100, "ben/a.ipynb": classroom.make(add_forward="v")})
    place = content.index(b"anna/a.ipynb") + len("anna/a.ipynb") + 2
    damaged = content[:place] + b"\xff\xff" + content[place + 2 :]

    anna, ben = (read(one, KNOWN) for one in find(classroom.put("all.zip", damaged)))

    assert "can't be unpacked" in anna.problems[0]
    assert list(ben.answers) == ["add-forward"]


def test_work_sorted_by_lesson_is_not_handed_in_twice(classroom: Class) -> None:
    """The folders' names are the lessons', not learners'."""
    classroom.put("02_tensor_hooks/anna.ipynb", classroom.make(tensor_double="v"))
    classroom.put("03_forward_hooks/anna.ipynb", classroom.make(add_forward="v"))

    (anna,) = find(classroom.root)

    assert (len(anna.files), anna.problems) == (2, [])


@pytest.mark.parametrize("kind", ["missing", "empty", "no notebooks", "a broken zip"])
def test_nothing_to_mark_is_said(classroom: Class, kind: str) -> None:
    """The message names where it was looked for."""
    if kind == "no notebooks":
        classroom.put("readme.txt", b"")
    if kind == "a broken zip":
        classroom.put("class.zip", b"no zip")
    root = classroom.root / "nowhere" if kind == "missing" else classroom.root

    with pytest.raises(NothingFoundError, match=str(root)):
        find(root)
