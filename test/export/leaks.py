#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""leaks.py CLEW: none of the planted secrets of ../shared/redaction is in any form that `clew export` writes, nor after what a reader would
decode. Ends with 77 (skipped) without the samples."""
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse

CLEW = os.path.abspath(sys.argv[1])
SAMPLE = pathlib.Path(os.environ.get("CLEW_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")) / "redaction" / "sample.tar.xz"
FORMATS = ("markdown", "text", "csv", "atif", "otlp", "jsonl", "patch", "html")
SHORTEST = 8


def forms(text):
    """As it stands, and as readers of HTML, addresses and JSON see it."""
    escaped = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    once = re.sub(r"\\([\"\\/])", r"\1", escaped.replace("\\n", "\n"))
    return text, html.unescape(text), urllib.parse.unquote(text), once, re.sub(r"\\([\"\\/])", r"\1", once.replace("\\n", "\n"))


def main():
    if not SAMPLE.is_file():
        print("skipped: no", SAMPLE)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as home:
        with tarfile.open(SAMPLE) as tar:
            tar.extractall(home)
        env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TZ": "UTC", "CLAUDE_CONFIG_DIR": home + "/sample", "XDG_CACHE_HOME": home + "/c",
               "XDG_DATA_HOME": home + "/d", "XDG_RUNTIME_DIR": home}
        planted = {}
        for line in pathlib.Path(home, "sample", "labels.jsonl").read_text().splitlines():
            label = json.loads(line)
            if label["label"] == "pos":
                session = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", label["file"])[0]
                planted.setdefault(session, set()).update(one for one in (label["text"], label["core"], *label["surface"]) if len(one) >= SHORTEST)
        shown = 0
        for session, secrets in planted.items():
            export = lambda *words: subprocess.run([CLEW, "export", session, *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.decode()
            plain = export("--no-redact")
            shown += sum(secret in plain for secret in secrets)
            for name in FORMATS:
                text = export("--format", name)
                leaks = [secret for secret in secrets if any(secret in form for form in forms(text))]
                assert not leaks, (name, session, leaks)
        assert shown > 50, shown  # they were there to be hidden
        print("ok,", sum(map(len, planted.values())), "texts in", len(FORMATS), "forms")


main()
