"""Writes docs/reference/python.md: the public names of the package, with their arguments and what they say of themselves.

    python3 python/make_reference.py

The sources are read, not imported, so that nothing but Python is needed.
"""

import ast
import inspect
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "onerun_audit"
TARGET = HERE.parent / "docs" / "reference" / "python.md"

#: The modules that users import, with what each needs besides NumPy.
MODULES = {
    "onerun_audit": "the verbs; need Node",
    "onerun_audit.testing": "tests of a mechanism; need Node",
    "onerun_audit.torch": "training in PyTorch with canaries; needs no Node",
    "onerun_audit.opacus": "training with Opacus; needs no Node",
    "onerun_audit.jax": "training in JAX; needs no Node",
    "onerun_audit.transformers": "language models with texts as canaries; needs no Node",
}
#: Modules without a list of their names.
NAMES = {"onerun_audit.testing": ["assert_keeps", "test_outcome", "KeepsFacts", "ClaimRefuted", "CouldNotHaveNoticed"]}

INTRODUCTION = """\
# Public names in Python

Every name that the Python package promises, with its arguments; what they do, with examples, is in [Python](../python.md).
This page is made from the sources by `python/make_reference.py`, and `help(onerun_audit.audit)` says more. A name that is not
here can change without notice.
"""


def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def source_of(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def public_names(module: str) -> list[str]:
    for node in read(source_of(module)).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return sorted(ast.literal_eval(node.value), key=lambda name: (name[0].isupper(), name))
    return NAMES[module]


def definition(name: str, folder: Path) -> ast.stmt:
    """The function or class of this name, in the module itself or beside it."""
    files = [folder] if folder.is_file() else sorted(folder.glob("*.py"))
    for file in files:
        for node in read(file).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
                return node
    if folder != PACKAGE / "dirac":
        return definition(name, PACKAGE / "dirac")
    raise LookupError(name)


def signature(name: str, node: ast.stmt) -> str:
    """How it is called, one argument on a line where there are many."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        return f"class {name}({bases})" if bases else f"class {name}"
    assert isinstance(node, ast.FunctionDef)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{name}({ast.unparse(node.args)}){returns}"
    if len(line) <= 100:
        return line
    arguments = re.sub(r", (?=(\*, )?\*?\w+(:|=|,|$))", ",\n    ", ast.unparse(node.args))
    return f"{name}(\n    {arguments},\n){returns}"


def said(node: ast.stmt) -> str:
    """The first paragraph of what it says of itself, as Markdown that shows it as it is."""
    text = ast.get_docstring(node) or ""
    first = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
    return re.sub(r"(?<!`)([<>*])", r"\\\1", first)


def page() -> str:
    parts = [INTRODUCTION]
    for module, about in MODULES.items():
        parts.append(f"## {module}\n\n{about[0].upper()}{about[1:]}.\n")
        place = source_of(module)
        for name in public_names(module):
            node = definition(name, place if place.name != "__init__.py" else place.parent)
            parts.append(f"### {module}.{name}\n\n```python sketch\n{signature(name, node)}\n```\n\n{said(node)}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
