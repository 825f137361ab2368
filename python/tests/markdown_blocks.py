"""Runs the Python blocks of a Markdown page, so that what the documentation shows is what the package does.

    ```python                  is run
    ```python needs=jax        is run where every package after needs= can be imported (commas between them)
    ```python sketch           is not run: lines with names that are the reader's own
    <!-- python                is run and not shown: what a page's blocks take for granted
    -->

Blocks run in their order, in one namespace for the page, in a temporary working directory.
"""

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_BLOCK = re.compile(
    r"^(?P<indent> *)```python(?P<info>[^\n]*)\n(?P<shown>.*?)^(?P=indent)```|^<!-- python\n(?P<hidden>.*?)^-->", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    """A block of Python, with the line of the page on which it begins."""

    page: Path
    line: int
    code: str
    needs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.page.name}:{self.line}"

    @property
    def missing(self) -> list[str]:
        """The packages that it needs and that are not here."""
        return [name for name in self.needs if importlib.util.find_spec(name) is None]


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page that are to be run."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(text):
        words = (match["info"] or "").split()
        if "sketch" in words:
            continue
        unknown = [word for word in words if not word.startswith("needs=")]
        line = text.count("\n", 0, match.start()) + 1
        if unknown:
            raise ValueError(f"{page.name}:{line}: unknown words after ```python: {' '.join(unknown)}")
        indent = len(match["indent"] or "")
        code = match["hidden"] if match["shown"] is None else match["shown"]
        code = "".join(row[min(indent, len(row) - len(row.lstrip(" "))) :] for row in code.splitlines(keepends=True))
        needs = tuple(name for word in words for name in word.removeprefix("needs=").split(",") if name)
        found.append(Block(page, line, code, needs))
    return found


def run_blocks(blocks: list[Block], namespace: dict[str, Any] | None = None) -> list[str]:
    """Runs blocks one after another in one namespace; returns what was left out, by name."""
    names = {"__name__": "__page__"} if namespace is None else namespace
    left_out = []
    for block in blocks:
        if block.missing:
            left_out.append(f"{block.name} needs {', '.join(block.missing)}")
            continue
        # The code keeps its place in the page, so that a traceback names the page's own line.
        exec(compile("\n" * block.line + block.code, str(block.page), "exec"), names)
    return left_out
