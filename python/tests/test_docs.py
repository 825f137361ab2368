"""The Python blocks of the documentation are run, page by page."""

import shutil
from pathlib import Path

import pytest
from markdown_blocks import blocks_of, run_blocks

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if blocks_of(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "docs")))
def test_blocks_of_the_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if page.name == "python.md":
        request.getfixturevalue("started")
    if page.name == "watch.md":
        shutil.copy(ROOT / "examples" / "rounds" / "plan.json", tmp_path)
    monkeypatch.chdir(tmp_path)
    left_out = run_blocks(blocks_of(page))
    if left_out:
        pytest.skip("; ".join(left_out))


def test_blocks_are_found_with_their_lines_and_needs(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- python\na = 1\n-->\n\n```python\nb = a + 1\n```\n\n"
        "```python sketch\nyours()\n```\n\n```python needs=no_such_package\nraise\n```\n",
        encoding="utf-8",
    )
    names: dict[str, object] = {}
    assert run_blocks(blocks_of(page), names) == ["page.md:13 needs no_such_package"]
    assert names["b"] == 2


def test_a_block_that_fails_names_its_line(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("one\n\n```python\na = 1\nraise KeyError\n```\n", encoding="utf-8")
    with pytest.raises(KeyError) as failure:
        run_blocks(blocks_of(page))
    assert failure.traceback[-1].lineno == 4  # counted from 0


def test_a_misspelt_word_is_no_reason_to_leave_a_block_out(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python need=jax\n```\n", encoding="utf-8")
    with pytest.raises(ValueError, match="page.md:1"):
        blocks_of(page)
