"""Run folders: what comes from array libraries is written, and no file of worth is overwritten."""

import json

import numpy
import pytest

from onerun import InvalidInput
from onerun.assignment import read_assignment
from onerun.run_folder import write_run


def assignment_in(folder, name="canaries.csv", coin=1):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"id,included\n0,{coin}\n")
    return read_assignment(folder / name)


def test_facts_from_array_libraries_are_plain_numbers(tmp_path):
    facts = {"accuracy": numpy.float32(0.5), "widths": numpy.arange(2), "loss": numpy.nan, "path": tmp_path}
    write_run(tmp_path / "run", assignment=assignment_in(tmp_path), scores={"score": [1.0]}, parameters=facts)
    written = json.loads((tmp_path / "run" / "manifest.json").read_text())["parameters"]
    assert written == {"accuracy": 0.5, "widths": [0, 1], "loss": "nan", "path": str(tmp_path)}


def test_another_assignment_in_the_folder_is_not_replaced(tmp_path):
    assignment_in(tmp_path / "run", coin=0)
    for _ in range(2):
        with pytest.raises(InvalidInput, match="exists, differs from .* and is not replaced"):
            write_run(tmp_path / "run", assignment=assignment_in(tmp_path), scores={"score": [1.0]})
    assert (tmp_path / "run" / "canaries.csv").read_text() == "id,included\n0,0\n"
    assert not (tmp_path / "run" / "scores.csv").exists()


def test_an_assignment_under_the_name_of_another_file_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="a run has another file of that name: scores.csv"):
        write_run(tmp_path, assignment=assignment_in(tmp_path, "scores.csv"), scores={"score": [1.0]})
    assert (tmp_path / "scores.csv").read_text() == "id,included\n0,1\n"
