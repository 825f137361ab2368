"""Runs a script several times in one process, as if started anew each time; importing PyTorch takes seconds."""

import contextlib
import io
import json
import os
import runpy
import sys

script, runs = sys.argv[1], json.load(sys.stdin)
sys.path.insert(0, os.path.dirname(script))
ended = []
for args in runs:
    out, err = io.StringIO(), io.StringIO()
    sys.argv = [script, *args]
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
            code = 1 if isinstance(end.code, str) else end.code or 0
    ended.append({"code": code, "out": out.getvalue(), "err": err.getvalue()})
print(json.dumps(ended))
