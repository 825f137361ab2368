"""What the package is made of."""

import importlib
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import onerun_audit as onerun
import pytest
from conftest import ROOT


def test_the_records_are_what_the_schemas_say() -> None:
    subprocess.run([sys.executable, ROOT / "python" / "make_records.py", "--check"], check=True)


def test_the_version_is_that_of_the_npm_package(started: list[str]) -> None:
    version = json.loads((ROOT / "package.json").read_text())["version"]
    assert re.search(r'^version = "(.*)"$', (ROOT / "python" / "pyproject.toml").read_text(), re.M)[1] == version
    assert onerun.__version__ == version
    assert subprocess.run([*started, "--version"], capture_output=True, text=True, check=True).stdout.strip() == version


def test_importing_needs_no_node_and_nothing_but_numpy() -> None:
    code = """
import sys
import onerun_audit as onerun
assert "numpy" not in sys.modules
assert onerun.testing.assert_keeps and onerun.audit and onerun.Ledger
assert not {"torch", "jax", "pandas"} & set(sys.modules), "imported unasked"
try:
    onerun.bound(10, 5)
except onerun.NodeMissing as error:
    assert "Node 20.19" in str(error)
except onerun.InternalError as error:
    assert "lacks its program" in str(error)
else:
    raise AssertionError("there is no Node on this path")
"""
    subprocess.run([sys.executable, "-c", code], check=True, env={"PATH": "", "PYTHONPATH": ":".join(sys.path)})


def test_all_that_is_promised_is_there() -> None:
    assert {"testing", "torch", "jax"} <= set(dir(onerun))
    for name in onerun.__all__:
        assert getattr(onerun, name).__doc__
    assert set(onerun.__all__) <= set(dir(onerun))
    with pytest.raises(AttributeError):
        onerun.no_such_verb  # noqa: B018


MODULES = [each.name for each in pkgutil.walk_packages(onerun.__path__, "onerun_audit.") if ".program" not in each.name]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str, started: list[str], folder: Path) -> None:
    import doctest

    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        pytest.skip(f"{name} needs {missing.name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0
