#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""left_out.py CLEW: on a terminal lists have heads, and every command with a limit says that there is more, and how to
see it; in a pipe there are only rows."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from at_terminal import at_terminal

CLEW = sys.argv[1]
LIMITED = {"list": ["--all"], "prompts": [], "search": ["the"], "recall": ["test the clock"], "usage": ["sessions"]}


def main():
    with tempfile.TemporaryDirectory() as home:
        demo = os.path.join(home, "demo")
        env = {"PATH": os.environ["PATH"], "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": home + "/c",
               "XDG_DATA_HOME": home + "/d", "XDG_RUNTIME_DIR": home + "/r", "CLAUDE_CONFIG_DIR": demo, "TERM": "xterm",
               "CLEW_PAGER": ""}
        subprocess.run([CLEW, "demo", demo], env=env, check=True, stdout=subprocess.DEVNULL)

        def shown(*words):
            code, text = at_terminal([CLEW, *words], env, cwd=home, size=(50, 120))
            assert code == 0, (words, text)
            return re.sub(r"\x1b\[[0-9;]*m", "", text.decode()).replace("\r\n", "\n")

        def piped(*words):
            return subprocess.run([CLEW, *words], env=env, cwd=home, stdout=subprocess.PIPE, text=True, check=True).stdout

        table = json.loads(subprocess.run([CLEW, "--generate", "openapi"], env=env, stdout=subprocess.PIPE, check=True).stdout)
        limited = {path.rsplit("/", 1)[1] for path, ways in table["paths"].items()
                   for one in ways.get("get", {}).get("parameters", []) if one["name"] == "limit"}
        # Of each kind of trouble the demo has one at most; paths are offered while somebody types.
        assert limited - {"events", "doctor", "paths"} == set(LIMITED), limited
        for name, words in LIMITED.items():
            text = shown(name, *words, "-n", "1")
            assert re.search(r"… and ([\d,]+ )?more; --limit|\d+ more", text), (name, text)
            if name != "recall":
                assert not re.search(r"… and ([\d,]+ )?more; --limit", shown(name, *words, "-n", "0", *(
                    ["--per-session", "0"] if name == "search" else []))), name
        for words, heads in ((["list", "--all"], ["session", "changed", "title", "project", "branch", "size"]),
                             (["projects"], ["last used", "sessions", "size", "folder"])):
            first = shown(*words).splitlines()[0]
            assert re.split(r"  +", first.strip()) == heads, first
            assert heads[-1] not in piped(*words).splitlines()[0]
        print("ok")


main()
