"""The program runs from an empty folder, with no node_modules above it: everything that it needs is inside."""

import json
import shutil
import subprocess
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from onerun_audit.node import PROGRAM

CLAIM = ["--claim", "gaussian(sigma=1)"]


@pytest.fixture(scope="module")
def alone(started: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The words that start a copy of the program, which lies in a folder of its own."""
    folder = tmp_path_factory.mktemp("alone") / "program"
    shutil.copytree(PROGRAM.parent, folder)
    assert not any((above / "node_modules").exists() for above in folder.parents)
    return [started[0], str(folder / "cli.js")]


def run(words: list[str], *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*words, *more], capture_output=True, text=True, check=False)


def test_an_audit_with_report_and_pictures(alone: list[str], folder: Path) -> None:
    scores = str(ROOT / "examples" / "half-noise.csv")
    found = run(alone, "audit", scores, *CLAIM, "--report", "report.html", "--plots", "plots", "--json")
    assert found.returncode == 1 and json.loads(found.stdout)["refuted"], found.stderr
    assert "<svg" in Path("report.html").read_text()
    pictures = sorted(path.name for path in Path("plots").iterdir())
    assert "roc.png" in pictures and "roc.svg" in pictures
    assert all(path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" for path in Path("plots").glob("*.png"))
    # Text in the shipped font makes a picture far larger than its lines alone.
    assert Path("plots/roc.png").stat().st_size > 20_000


def test_a_parquet_file(alone: list[str], folder: Path) -> None:
    rng = np.random.default_rng(0)
    included = rng.integers(0, 2, 1000)
    data = {"score": (included + rng.normal(size=1000)).tolist(), "included": included.tolist()}
    write = """
const { parquetWriteBuffer } = await import('hyparquet-writer');
const data = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
const columnData = [{ name: 'score', data: data.score, type: 'DOUBLE' }, { name: 'included', data: data.included, type: 'INT32' }];
process.stdout.write(Buffer.from(parquetWriteBuffer({ columnData, codec: 'SNAPPY' })));
"""
    if not (ROOT / "node_modules" / "hyparquet-writer").exists():
        pytest.skip("needs node_modules, to write a Parquet file")
    made = subprocess.run(
        [alone[0], "--input-type=module", "-e", write], input=json.dumps(data).encode(), capture_output=True, cwd=ROOT
    )
    Path("scores.parquet").write_bytes(made.stdout)
    found = run(alone, "audit", "scores.parquet", *CLAIM, "--json")
    assert found.returncode == 0 and json.loads(found.stdout)["observation"]["m"] == 1000, found.stderr


def test_a_sweep_on_two_threads(alone: list[str], folder: Path) -> None:
    words = "reproduce gaussian --sigma 1 -m 100,200 --method paper --workers 2 --out out".split()
    found = run(alone, *words)
    assert found.returncode == 0, found.stderr
    assert Path("out/gaussian.csv").read_text().count("\n") > 1 and Path("out/gaussian.png").exists()


def test_a_ledger(alone: list[str], folder: Path) -> None:
    fixed = ["--canaries", "200", "--method", "paper", "--guesses", "50", "--family", "approx-dp(delta=1e-5)"]
    assert run(alone, "ledger", "new", "ledger.jsonl", *CLAIM, *fixed).returncode == 0
    assert "gaussian(sigma=1)" in run(alone, "ledger", "show", "ledger.jsonl").stdout


def test_the_web_app(alone: list[str]) -> None:
    server = subprocess.Popen([*alone, "web", "--no-open", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        with urllib.request.urlopen(url) as page:
            assert b"<script" in page.read()
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_training_in_typescript_is_refused_in_one_sentence(alone: list[str], folder: Path) -> None:
    words = "train --out run --noise 1 --rate 0.01 --steps 10 --canaries 10".split()
    found = run(alone, *words)
    assert found.returncode == 3 and found.stderr.count("\n") == 1
    assert "which the Python package does not bring" in found.stderr


def test_the_licences_of_what_is_inside_are_inside() -> None:
    if not PROGRAM.exists():
        pytest.skip("this copy of onerun lacks its program")
    said = (PROGRAM.parent / "LICENSES.txt").read_text()
    for name in ("onerun", "commander", "zod", "@observablehq/plot", "@resvg/resvg-wasm", "dejavu-fonts-ttf", "preact"):
        assert f"\n{name} " in f"\n{said}"
