"""A run as a folder: nothing of another's is lost, and no row is anybody else's."""

import csv
import hashlib
import json
import os
from pathlib import Path

import numpy
import pytest
from commitments import commit_to

from onerun_audit import InvalidInput
from onerun_audit.assignment import Assignment, read_assignment
from onerun_audit.run_folder import check_folder, write_run, write_whole


def drawn(path: Path, *ids: str) -> Path:
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("id", "included"), *((name, 1) for name in ids)])
    return path


def test_an_assignment_with_the_name_of_the_scores_does_not_replace_them(tmp_path: Path) -> None:
    path = drawn(tmp_path / "scores.csv", "a", "b")
    commit_to(path)
    write_run(tmp_path / "run", assignment=read_assignment(path), scores={"sum": [1.5, 2]})
    assert (tmp_path / "run" / "scores.csv").read_text() == "id,included,sum\na,1,1.5\nb,1,2\n"
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert (manifest["assignment"], manifest["commitment"]) == ("assignment.csv", "assignment.csv.commitment.json")
    assert (tmp_path / "run" / "assignment.csv").read_bytes() == path.read_bytes()


def test_the_folder_of_the_assignment_itself_keeps_it(tmp_path: Path) -> None:
    path = drawn(tmp_path / "scores.csv", "a")
    with pytest.raises(InvalidInput, match="scores.csv is the assignment; write the run to a folder of its own"):
        write_run(tmp_path, assignment=read_assignment(path), scores={"sum": [1]})
    assert path.read_text() == "id,included\na,1\n"
    other = drawn(tmp_path / "canaries.csv", "a")
    path.unlink()
    write_run(tmp_path, assignment=read_assignment(other), scores={"sum": [1]})
    assert json.loads((tmp_path / "manifest.json").read_text())["assignment"] == "canaries.csv"


@pytest.mark.parametrize("inside", [True, False])
def test_what_was_read_is_kept_where_the_assignment_is_deleted_since(inside: bool, tmp_path: Path) -> None:
    path = drawn(tmp_path / "canaries.csv", "a")
    commitment = commit_to(path)
    committed = commitment.read_bytes()
    read, coins = path.read_bytes(), read_assignment(path)
    path.unlink()
    commitment.unlink()
    run = tmp_path if inside else tmp_path / "run"
    write_run(run, assignment=coins, scores={"sum": [1]})
    assert ((run / "canaries.csv").read_bytes(), (run / commitment.name).read_bytes()) == (read, committed)
    manifest = json.loads((run / "manifest.json").read_text())
    assert (manifest["assignment"], manifest["commitment"]) == ("canaries.csv", commitment.name)
    assert manifest["sha256"]["assignment"] == hashlib.sha256(read).hexdigest()


def test_what_was_read_is_kept_where_another_assignment_lies_there_since(tmp_path: Path) -> None:
    path = drawn(tmp_path / "canaries.csv", "a")
    read, coins = path.read_bytes(), read_assignment(path)
    drawn(path, "x")
    commit_to(path)
    write_run(tmp_path / "run", assignment=coins, scores={"sum": [1]})
    assert (tmp_path / "run" / "canaries.csv").read_bytes() == read
    assert "commitment" not in json.loads((tmp_path / "run" / "manifest.json").read_text())
    with pytest.raises(InvalidInput, match="canaries.csv exists and is another than .*; write the run to a folder"):
        write_run(tmp_path, assignment=coins, scores={"sum": [1]})


@pytest.mark.parametrize("content", ["{}", "[1]", "no JSON", '{"hash": "0", "salt": "a"}', '{"hash": "0", "salt": 1}'])
def test_an_assignment_that_its_commitment_is_not_about_is_refused(content: str, tmp_path: Path) -> None:
    path = drawn(tmp_path / "canaries.csv", "a")
    commit_to(path)
    assert read_assignment(path).ids == ("a",)
    Path(f"{path}.commitment.json").write_text(content)
    with pytest.raises(InvalidInput, match="is not the assignment that .*canaries.csv.commitment.json commits to"):
        read_assignment(path)


def test_a_file_that_cannot_be_written_leaves_no_part(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError):
        write_whole(tmp_path / "taken", b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_coins_that_are_in_no_file_are_in_the_scores_alone(tmp_path: Path) -> None:
    drawn(tmp_path / "canaries.csv", "x")
    by_hand = Assignment(tmp_path / "canaries.csv", ("a",), (True,))
    write_run(tmp_path / "run", assignment=by_hand, scores={"sum": [1]})
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["manifest.json", "scores.csv"]


def test_a_run_that_is_ended_while_it_writes_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drawn(tmp_path / "canaries.csv", "a")
    commit_to(path)
    arguments = {"assignment": read_assignment(path), "scores": {"sum": [1]}}

    class Killed(BaseException):
        pass

    replace = os.replace
    for written in range(4):
        left = iter(range(written))

        def replace_or_die(part: Path, whole: Path) -> None:
            if next(left, None) is None:
                part.write_bytes(part.read_bytes()[:1])
                raise Killed
            replace(part, whole)

        monkeypatch.setattr("os.replace", replace_or_die)
        with pytest.raises(Killed):
            write_run(tmp_path / f"run-{written}", **arguments)
        monkeypatch.undo()
        write_run(tmp_path / f"run-{written}", **arguments)
        assert (tmp_path / f"run-{written}" / "canaries.csv").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["scores.csv.part", "manifest.json.part"])
def test_an_assignment_with_the_name_of_half_a_file_is_kept_under_another(name: str, tmp_path: Path) -> None:
    path = drawn(tmp_path / name, "a")
    coins = read_assignment(path)
    write_run(tmp_path / "run", assignment=coins, scores={"sum": [1]})
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["assignment"] == "assignment.csv"
    with pytest.raises(InvalidInput, match="part is the assignment; write the run to a folder of its own"):
        write_run(tmp_path, assignment=coins, scores={"sum": [1]})


def test_another_assignment_is_not_replaced(tmp_path: Path) -> None:
    theirs = drawn(tmp_path / "canaries.csv", "x")
    (tmp_path / "mine").mkdir()
    mine = drawn(tmp_path / "mine" / "canaries.csv", "a")
    with pytest.raises(InvalidInput, match="canaries.csv exists and is another than .*; write the run to a folder"):
        write_run(tmp_path, assignment=read_assignment(mine), scores={"sum": [1]})
    assert theirs.read_text() == "id,included\nx,1\n"
    assert not (tmp_path / "scores.csv").exists()


def test_other_scores_are_not_replaced(tmp_path: Path) -> None:
    coins = read_assignment(drawn(tmp_path / "canaries.csv", "a"))
    (tmp_path / "scores.csv").write_text("theirs")
    with pytest.raises(InvalidInput, match="scores.csv exists and holds other scores; write the run to a folder"):
        write_run(tmp_path, assignment=coins, scores={"sum": [1]})
    assert (tmp_path / "scores.csv").read_text() == "theirs"
    # What was left by a run that ended before its manifest is taken up.
    (tmp_path / "scores.csv").write_text("id,included,sum\na,1,1\n")
    write_run(tmp_path, assignment=coins, scores={"sum": [1]})


def test_names_with_commas_stay_names(tmp_path: Path) -> None:
    path = drawn(tmp_path / "canaries.csv", "a,b", 'c"d')
    write_run(tmp_path / "run", assignment=read_assignment(path), scores={"sum": [1, 2]})
    with open(tmp_path / "run" / "scores.csv", newline="") as file:
        assert list(csv.reader(file)) == [["id", "included", "sum"], ["a,b", "1", "1"], ['c"d', "1", "2"]]


@pytest.mark.parametrize("scores", [[1.0], [1.0, 2.0, 3.0]])
def test_scores_of_others_than_the_canaries_are_refused(scores: list[float], tmp_path: Path) -> None:
    path = drawn(tmp_path / "canaries.csv", "a", "b")
    with pytest.raises(InvalidInput, match=r"invalid scores loss; must be as many as canaries \(2\): [13]$"):
        write_run(tmp_path / "run", assignment=read_assignment(path), scores={"loss": scores})
    assert not (tmp_path / "run").exists()


def test_facts_from_array_libraries_are_plain_numbers(tmp_path: Path) -> None:
    facts = {"accuracy": numpy.float32(0.5), "widths": numpy.arange(2), "loss": numpy.nan, "path": tmp_path}
    coins = read_assignment(drawn(tmp_path / "canaries.csv", "a"))
    write_run(tmp_path / "run", assignment=coins, scores={"score": [1.0]}, parameters=facts)
    written = json.loads((tmp_path / "run" / "manifest.json").read_text())["parameters"]
    assert written == {"accuracy": 0.5, "widths": [0, 1], "loss": "nan", "path": str(tmp_path)}


def test_what_would_end_a_run_after_training_is_refused_before(tmp_path: Path) -> None:
    path = drawn(tmp_path / "canaries.csv", "a")
    coins = read_assignment(path)
    check_folder(tmp_path, coins)
    check_folder(tmp_path / "run", coins)
    assert not (tmp_path / "run").exists()
    write_run(tmp_path / "run", assignment=coins, scores={"sum": [1]})
    with pytest.raises(InvalidInput, match="manifest.json exists; a finished run is not replaced"):
        check_folder(tmp_path / "run", coins)
    (tmp_path / "run" / "manifest.json").unlink()
    with pytest.raises(InvalidInput, match="scores.csv exists and holds other scores; write the run to a folder"):
        check_folder(tmp_path / "run", coins)
    (tmp_path / "run" / "scores.csv").unlink()
    check_folder(tmp_path / "run", coins)
    drawn(tmp_path / "run" / "canaries.csv", "x")
    with pytest.raises(InvalidInput, match="canaries.csv exists and is another than was read with .*; write the run"):
        check_folder(tmp_path / "run", coins)
    with pytest.raises(InvalidInput, match="invalid folder; must be a folder or new, and below no file: .*csv$"):
        check_folder(path, coins)
    with pytest.raises(InvalidInput, match="invalid folder; must be a folder or new, and below no file: .*run$"):
        write_run(path / "run", assignment=coins, scores={"sum": [1]})
