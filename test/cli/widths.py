#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""widths.py CLEW: every command that reads, on the demo, for 40 and 60 columns: no line is wider. Only what is to be
copied stays whole: a line that holds one command or one path and nothing else."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

CLEW = sys.argv[1]
# A command to copy, or the path of a file, alone in its line (a label may stand before a path).
TO_COPY = re.compile(r"^ *(clew (show|resume|undelete|doctor) .*|(cd \S+ && )?claude --resume \S+|([a-z ]{2,14} {2,}|\[\d+\] )?/\S+)$")
# Not for people to read, or made to be copied as a whole.
EXEMPT = {
    "changes": "a patch: lines of files as they are",
    "raw": "a line of the file, byte for byte",
    "statusline": "one line, whose room Claude Code decides",
    "tail": "never ends; its messages are written as those of show",
}


def width(text):
    cells = 0
    for c in text:
        if unicodedata.category(c) in ("Mn", "Me", "Cf"):
            continue
        cells += 2 if unicodedata.east_asian_width(c) in "WF" else 1
    return cells


def run(*words, **options):
    return subprocess.run([CLEW, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, **options)


def arguments_of(name, sessions):
    """Ways to call the command that show something, or at least say why not."""
    if name == "search":
        return [["frost"], ["frost", "bell", "-n", "0"], ["nowheretobefound"], ["frost", "--list"], ["frost", "--count"]]
    if name == "recall":
        return [["why did the frost bell ring"], ["zzzzz"]]
    if name == "usage":
        kinds = ["daily", "weekly", "monthly", "sessions", "projects", "models", "tools", "blocks"]
        return ([[kind] for kind in kinds] + [["monthly", "--breakdown"]] +
                [[kind, "--session", one] for one in sessions for kind in ("branches",)] +
                [["explain", one] for one in sessions])
    if name == "list":
        return [[], ["--all"], ["--all", "--counts", "--hidden", "--ghosts", "--empty", "--subagents"]]
    if name == "show":
        return [[one, *more] for one in sessions for more in ([], ["--full", "--ids"], ["--meta"], ["--view", "context"])]
    if name == "branches":
        return [[one, *more] for one in sessions for more in ([], ["--why"])]
    if name in ("outline", "context", "tree", "stats", "check", "info", "todos", "files", "agents", "diff", "outcome", "turns"):
        return [[one] for one in sessions]
    return [[]]


def main():
    with tempfile.TemporaryDirectory() as home:
        demo = os.path.join(home, "demo")
        env = {"PATH": os.environ["PATH"], "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": home + "/c",
               "XDG_DATA_HOME": home + "/d", "XDG_RUNTIME_DIR": home + "/r", "CLAUDE_CONFIG_DIR": demo}
        os.mkdir(home + "/r", 0o700)
        run("demo", demo, env=env, check=True)
        run("index", env=env, check=True)
        listed = json.loads(run("list", "--all", "--json", env=env).stdout)["sessions"]
        sessions = [one["id"] for one in listed]
        deleted = sessions.pop()
        run("delete", deleted, env=env, check=True)
        paths = json.loads(run("--generate", "openapi", env=env).stdout)["paths"]
        reading = sorted(path.rsplit("/", 1)[1] for path, ways in paths.items() if "get" in ways and path.startswith("/api/v1/"))
        assert {"list", "show", "search", "usage", "trash", "diff"} <= set(reading), reading
        problems, lines = [], 0
        for name in reading:
            if name in EXEMPT or run("help", name, env=env).returncode != 0:
                continue
            for words in arguments_of(name, sessions):
                for columns in (40, 60):
                    done = run(name, *words, "--width", str(columns), env=env, cwd=home)
                    if done.returncode not in (0, 1) and not done.stderr.startswith("clew: "):
                        problems.append(f"{name} {words}: {done.returncode} {done.stderr}")
                    for line in done.stdout.splitlines():
                        lines += 1
                        if width(line) > columns and not TO_COPY.match(line):
                            problems.append(f"clew {name} {' '.join(words)} --width {columns}: {width(line)}: {line}")
        for problem in problems[:int(os.environ.get("MOST", "40"))]:
            print(problem)
        print(f"{lines} lines, {len(problems)} too wide")
        assert lines > 1000
        return 1 if problems else 0


sys.exit(main())
