"""Puts the program into the package: no wheel is built without it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):
    """Makes the program where the repository is around, with its node_modules; else takes the one that is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        program = Path(self.root) / "src" / "onerun_audit" / "program"
        repository = _repository_around(Path(self.root))
        if repository is not None:
            _make(repository)
        if not (program / "cli.js").exists():
            sys.exit(
                "the program of onerun is not here: run npm ci in the repository and build again, or install a wheel"
            )
        made = json.loads((program / "package.json").read_text(encoding="utf-8")).get("version")
        if made != self.metadata.version:
            sys.exit(f"the program is of version {made}, the package of {self.metadata.version}: npm run build:program")


def _repository_around(root: Path) -> Path | None:
    """The repository, where it is there with what the program is made of."""
    repository = root.parent
    package = repository / "package.json"
    if not package.exists() or json.loads(package.read_text(encoding="utf-8")).get("name") != "onerun":
        return None
    there = (repository / "node_modules" / "rolldown").exists() and (root / "bundle.js").exists()
    return repository if there else None


def _make(repository: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("the program of onerun is made by npm, which is not on the path: install Node 20.19 or later")
    made = subprocess.run(
        [npm, "run", "--silent", "build:program"], cwd=repository, capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        sys.exit(f"npm run build:program failed: {(made.stderr or made.stdout).strip()[-2000:]}")
