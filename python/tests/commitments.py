"""A commitment beside an assignment, as `onerun canaries` writes one."""

import hashlib
import json
from pathlib import Path


def commit_to(path: Path) -> Path:
    salt = "0123456789abcdef"
    commitment = Path(f"{path}.commitment.json")
    digest = hashlib.sha256(salt.encode() + path.read_bytes()).hexdigest()
    commitment.write_text(json.dumps({"schema": "onerun-commitment/1", "hash": digest, "salt": salt}))
    return commitment
