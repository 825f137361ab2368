"""A run as a folder: nothing of another's is lost, and no row is anybody else's."""

import csv
import json
from pathlib import Path

import numpy
import pytest

from onerun import InvalidInput
from onerun.assignment import read_assignment
from onerun.run_folder import write_run


def drawn(path: Path, *ids: str) -> Path:
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("id", "included"), *((name, 1) for name in ids)])
    return path


def test_an_assignment_with_the_name_of_the_scores_does_not_replace_them(tmp_path: Path) -> None:
    path = drawn(tmp_path / "scores.csv", "a", "b")
    Path(f"{path}.commitment.json").write_text("{}")
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
