"""Runs the cells of a notebook in their order, as Jupyter would, without Jupyter.

    python3 python/run_notebook.py docs/losses.ipynb            fails where a cell prints something else than stands there
    python3 python/run_notebook.py docs/losses.ipynb --write    writes what the cells print into the notebook
"""

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def printed_by(notebook: dict[str, Any]) -> list[str]:
    """What each cell of code prints."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = []
    for number, cell in enumerate(code_cells(notebook), 1):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        printed.append(said.getvalue())
    return printed


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def stored(cell: dict[str, Any]) -> str:
    return "".join(line for output in cell["outputs"] for line in output["text"])


def main(path: Path, write: bool) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for number, (cell, text) in enumerate(zip(code_cells(notebook), printed_by(notebook), strict=True), 1):
        if not write and stored(cell) != text:
            sys.exit(f"{path}: cell {number} prints\n{text}and not\n{stored(cell)}")
        lines = text.splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    if write:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--write" in sys.argv)
