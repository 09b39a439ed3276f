#!/usr/bin/env python3
"""update_examples.py CLEW: runs the examples of json.md again and puts their output in place.

An example is a comment `<!-- clew ARGS -->` before a json block. It runs on a fresh demo root in an empty
home. Texts are cut, and lists after the first element (`<!-- clew ARGS | 2 -->`: the second), so that the page
shows the shape and not the data."""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

LONGEST_TEXT = 64
WIDTH = 110
EXAMPLE = re.compile(r"<!-- clew ([^|]*?)(?: \| (\d))? -->\n```json\n.*?```", re.S)


def cut(value, items):
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - 1] + "…"
    if isinstance(value, list):
        return [cut(item, items) for item in value[:items]]
    if isinstance(value, dict):
        return {key: cut(item, items) for key, item in value.items()}
    return value


def pretty(value, indent=0):
    """One line where it fits, else members on lines of their own, as many on a line as fit."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(flat) + indent <= WIDTH:
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, list):
        return "[\n" + ",\n".join(pad + pretty(item, indent + 2) for item in value) + "\n" + " " * indent + "]"
    lines, line = [], ""
    for key, item in value.items():
        text = f"{json.dumps(key)}: {pretty(item, indent + 2)}"
        if line and ("\n" in text or "\n" in line or len(pad) + len(line) + len(text) > WIDTH):
            lines.append(line)
            line = ""
        line += (" " if line else "") + text + ","
    lines.append(line)
    return "{\n" + "\n".join(pad + line for line in lines).rstrip(",") + "\n" + " " * indent + "}"


def main():
    clew = os.path.abspath(sys.argv[1])
    page = Path(__file__).with_name("json.md")
    with tempfile.TemporaryDirectory() as scratch:
        environment = {"PATH": os.environ["PATH"], "HOME": scratch, "LC_ALL": "C.UTF-8", "TZ": "UTC"}

        def run(arguments):
            done = subprocess.run([clew, *arguments], env=environment, cwd=scratch, capture_output=True, text=True)
            if done.returncode > 1:
                sys.exit(f"clew {' '.join(arguments)}: {done.stderr}")
            return done.stdout.replace(f"{scratch}/root", "/home/ada/.claude")

        run(["demo", f"{scratch}/root"])

        def example(match):
            output = run([*shlex.split(match[1]), "--root", f"{scratch}/root", "--json"])
            head = match[0].split("\n", 1)[0]
            return f"{head}\n```json\n{pretty(cut(json.loads(output), int(match[2] or 1)))}\n```"

        page.write_text(EXAMPLE.sub(example, page.read_text()))


main()
