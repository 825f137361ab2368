"""Writes src/onerun_audit/records.py: a frozen dataclass for each object of the published JSON schemas.

    python3 python/make_records.py            writes it
    python3 python/make_records.py --check    fails where it is not what the schemas say
"""

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TARGET = HERE / "src" / "onerun_audit" / "records.py"

#: The schemas of what the verbs return, and the classes of their outermost objects.
ROOTS = {
    "audit": "AuditRecord",
    "bound": "BoundRecord",
    "plan": "PlanRecord",
    "curve": "CurveRecord",
    "calibration": "CalibrationRecord",
    "verify": "VerifyRecord",
    "canaries": "CanariesRecord",
    "ledger-report": "LedgerReportRecord",
}

#: Names that say more than the key does.
NAMES = {
    "AuditRecord.results": "ProvedEpsilon",
    "BoundRecord.tests": "CurveTest",
    "AuditRecord.decided_by": "ClaimTest",
    "AuditRecord.proved_": "LargestEpsilon",
    "AuditRecord.attack": "AuditAttack",
    "AuditAttack.description": "AttackDescription",
    "AuditRecord.power": "AuditPower",
    "AuditRecord.instead": "ClaimInstead",
    "BoundRecord.attack": "CountedAttack",
    "AuditRecord.fixed": "FixedInAdvance",
    "AuditRecord.joint": "JointRuns",
    "AuditRecord.classical": "ClassicalAudit",
    "AuditRecord.risk": "AuditRisk",
    "AuditRecord.enough": "EnoughCanaries",
    "AttackDescription.runs": "AttackNumbers",
    "AttackDescription.together": "AttackTogether",
    "AttackNumbers.auc": "Estimate",
    "ClassicalAudit.false_positives": "ErrorRate",
    "AuditRisk.claim": "ClaimRisk",
    "AuditRisk.proved": "ProvedRisk",
    "ClaimRisk.tpr": "RateRisk",
    "ClaimRisk.posterior": "PosteriorRisk",
    "ClaimRisk.posterior_at_delta": "DeltaRisk",
    "PlanRecord.chosen": "PlanRow",
    "CurveRecord.points": "CurvePoint",
    "CurveRecord.epsilon": "EpsilonAtDelta",
    "CurveRecord.delta": "DeltaAtEpsilon",
    "VerifyRecord.proves": "EpsilonStatement",
    "LedgerReportRecord.results": "LedgerEpsilon",
    "LedgerReportRecord.runs": "LedgerRun",
    "LedgerReportRecord.steps": "LedgerStep",
    "LedgerReportRecord.standing": "LedgerStanding",
    "LedgerReportRecord.design": "LedgerDesign",
    "LedgerDesign.products": "LedgerProduct",
    "LedgerProduct.bets": "LedgerBet",
    "LedgerRun.counts": "LedgerCount",
    "FixedInAdvance.guesses": "FixedGuesses",
    "FixedInAdvance.at_least": "FixedNumber",
    "FixedInAdvance.runs": "FixedNumber",
    "AuditProvenance.commitment": "CheckedCommitment",
    "AuditRecord.provenance": "AuditProvenance",
    "AuditProvenance.files": "AuditFile",
    "AuditRecord.inputs": "AuditInput",
    "AuditRecord.checks": "AuditCheck",
    "AuditRecord.ties": "AuditTies",
    "AttackNumbers.rates": "RateNumbers",
}

#: What objects are that their schema does not describe.
DOCS = {
    "Observation": "What one game showed: canaries, options per canary, guesses, and how many of them were right",
    "CurveTest": "A p-value of the claim, by one method",
    "PlanRow": "One number of guesses, and what is to be expected of it",
    "CurvePoint": "A point of a trade-off curve",
    "EpsilonAtDelta": "The epsilon of a claim at a delta",
    "DeltaAtEpsilon": "The delta of a claim at an epsilon",
    "LedgerDesign": "What a ledger fixed before its first run",
    "LedgerRun": "A run of a ledger",
    "LedgerEpsilon": "What the runs of a ledger prove within one family",
}

HEADER = '''"""What the verbs return, as frozen dataclasses. Made by make_records.py from the published JSON schemas.

Names are those of the schemas in snake_case. A number that is unbounded is `math.inf` here and null in JSON.
"""

# ruff: noqa: E501
from dataclasses import dataclass, field
from typing import Any, Literal

from onerun_audit.record import UNBOUNDED, Record
'''


#: Fields whose name is a method of the results.
TAKEN = ("AuditRecord.proved", "BoundRecord.proved")


def snake(key: str) -> str:
    name = re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), key)
    return f"{name}_" if name in ("from", "in", "void") else name


class Writer:
    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}
        self.named: dict[str, str] = {}
        self.texts: list[str] = []

    def class_of(self, schema: dict[str, Any], wanted: str, doc: str) -> str:
        """The class of an object; objects of the same shape share one."""
        shape = json.dumps({"properties": schema["properties"], "required": schema.get("required", [])}, sort_keys=True)
        if shape in self.shapes:
            return self.shapes[shape]
        if wanted in self.named:
            raise ValueError(f"two shapes want the name {wanted}: say another in NAMES")
        self.shapes[shape], self.named[wanted] = wanted, shape
        required = schema.get("required", [])
        keys = sorted(schema["properties"], key=lambda key: key not in required)
        fields = [self.field_of(wanted, key, schema["properties"][key], key in required) for key in keys]
        lines = "\n".join(textwrap.indent(line, "    ") for line in fields)
        self.texts.append(
            f'@dataclass(frozen=True, kw_only=True, repr=False)\nclass {wanted}(Record):\n    """{doc}"""\n\n{lines}\n'
        )
        return wanted

    def field_of(self, owner: str, key: str, schema: dict[str, Any], required: bool) -> str:
        name, doc = snake(key), schema.get("description", "")
        if f"{owner}.{name}" in TAKEN:
            name += "_"
        unbounded = "null where it is unbounded" in doc
        kind = self.type_of(schema, owner, name)
        if unbounded:
            kind = kind.replace(" | None", "")
        if not required and not kind.endswith("| None"):
            kind += " | None"
        settings = [] if required else ["default=None"]
        if unbounded:
            settings.append("metadata=UNBOUNDED")
        value = f" = field({', '.join(settings)})" if unbounded else "" if required else " = None"
        said = doc.replace("null where it is unbounded", "infinite where it is unbounded").replace("null", "None")
        comment = f'"""{said[0].upper()}{said[1:]}."""' if said else ""
        return f"{name}: {kind}{value}" + (f"\n{comment}" if comment else "")

    def type_of(self, schema: dict[str, Any], owner: str, name: str) -> str:
        if "anyOf" in schema:
            kinds = [self.type_of(each, owner, name) for each in schema["anyOf"]]
            return " | ".join(sorted(dict.fromkeys(kinds), key=lambda kind: kind == "None"))
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            kinds = [self.type_of({**schema, "type": each}, owner, name) for each in kind if each != "null"]
            return " | ".join([*kinds, "None"])
        if "enum" in schema:
            values = [value for value in schema["enum"] if value is not None]
            return f"Literal[{', '.join(map(repr, values))}]" + (" | None" if None in schema["enum"] else "")
        if kind == "array":
            if "prefixItems" in schema:
                return f"tuple[{', '.join(self.type_of(each, owner, name) for each in schema['prefixItems'])}]"
            return f"tuple[{self.type_of(schema['items'], owner, name)}, ...]"
        if kind == "object" and "properties" in schema:
            path = f"{owner}.{name}"
            wanted = NAMES.get(path, "".join(part.title() for part in name.removesuffix("s").split("_")))
            doc = schema.get("description") or DOCS.get(wanted) or f"Of `{path}`"
            return self.class_of(schema, wanted, f"{doc[0].upper()}{doc[1:]}.".replace("null", "None"))
        simple = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
        return simple.get(str(kind), "Any")


def switches() -> str:
    """The choices of an audit that are made or not, and have no value."""
    schema = json.loads((HERE.parent / "schemas" / "manifest.schema.json").read_text(encoding="utf-8"))
    names = [snake(key) for key, each in schema["properties"].items() if each.get("type") == "boolean"]
    return f"#: Choices of an audit that are made or not, and have no value.\nSWITCHES = {tuple(names)!r}\n"


def records() -> str:
    writer = Writer()
    for name, wanted in ROOTS.items():
        schema = json.loads((HERE.parent / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
        writer.class_of(schema, wanted, f"What schemas/{name}.schema.json describes.")
    exported = ", ".join(f'"{name}"' for name in sorted([*writer.named, "SWITCHES"]))
    names = textwrap.fill(exported, width=112, initial_indent="    ", subsequent_indent="    ", break_long_words=False)
    return "\n\n".join([HEADER.rstrip("\n") + f"\n\n__all__ = [\n{names},\n]\n", switches(), *writer.texts]).rstrip("\n") + "\n"


def main() -> None:
    text = records()
    if sys.argv[1:] != ["--check"]:
        TARGET.write_text(text, encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != text:
        sys.exit("records.py is not what the schemas say: python3 python/make_records.py makes it again")


if __name__ == "__main__":
    main()
