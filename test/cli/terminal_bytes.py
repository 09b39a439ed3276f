#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""terminal_bytes.py CLEW: every command of the table, at a terminal, on a session whose every text is
hostile: nothing may come out that a terminal obeys, or that is there and not seen. A claude of our own
answers `run` with the same. What Clew itself writes at a terminal is left: colours, and the line of the spinner."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from at_terminal import at_terminal

HOSTILE = ("MARK\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b[31m\x9b31m\x9d0;t\x9c\x85\u202eover\u2066\u2069\u200f"
           "\u2028\u2029\U000e0041\u200b\x08\x7f\r\x00end")
TYPED = HOSTILE.replace("\0", "")  # arguments end at a NUL
SESSION = "11111111-1111-4111-8111-111111111111"
OUR_OWN = re.compile(rb"\x1b\[[0-9;]*m|\r\x1b\[K")
BAD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")

FAKE = r'''#!/usr/bin/env python3
import json, sys
HOSTILE = %s
if "--version" in sys.argv:
    print("2.1.325 (Claude Code)")
    sys.exit(0)
def say(**value):
    print(json.dumps(value), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("type") == "control_request":
        say(type="control_response", response={"subtype": "success", "request_id": asked["request_id"], "response": {}})
        continue
    if asked.get("type") != "user":
        continue
    say(type="system", subtype="init", session_id="s", model=HOSTILE, cwd=HOSTILE, tools=[], uuid="i")
    say(type="assistant", session_id="s", uuid="a", parent_tool_use_id=None, message={"id": "m", "role": "assistant", "model": HOSTILE,
        "content": [{"type": "text", "text": HOSTILE}, {"type": "tool_use", "id": "t", "name": HOSTILE, "input": {"command": HOSTILE}}]})
    say(type="result", subtype="success", is_error=False, session_id="s", uuid="r", result=HOSTILE, duration_ms=1, num_turns=1, total_cost_usd=0.1)
'''


def make_root(folder):
    projects = os.path.join(folder, "root", "projects", "-work")
    os.makedirs(projects)
    os.makedirs(os.path.join(folder, "root", "todos"))
    lines, parent = [], None

    def add(kind, uuid, **more):
        nonlocal parent
        lines.append({"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": SESSION, "cwd": HOSTILE, "version": "2.1.0",
                      "gitBranch": HOSTILE, "timestamp": f"2026-01-05T10:00:{len(lines):02}.000Z", **more})
        parent = uuid

    usage = {"input_tokens": 5, "output_tokens": 7}
    add("user", "u1", message={"role": "user", "content": HOSTILE})
    add("assistant", "a1", message={"id": "m1", "role": "assistant", "model": HOSTILE, "usage": usage, "content": [
        {"type": "thinking", "thinking": HOSTILE}, {"type": "text", "text": HOSTILE},
        {"type": "tool_use", "id": "t1", "name": HOSTILE, "input": {"file_path": HOSTILE, "command": HOSTILE, "description": HOSTILE}}]})
    add("user", "u2", message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": HOSTILE}]})
    add("system", "y1", subtype=HOSTILE, content=HOSTILE, level="warning")
    add(HOSTILE, "x1", content=HOSTILE)
    parent = None
    add("user", "u3", message={"role": "user", "content": HOSTILE + " again"})
    lines += [{"type": "summary", "summary": HOSTILE, "leafUuid": "u3"}, {"type": "custom-title", "customTitle": HOSTILE, "sessionId": SESSION},
              {"type": "tag", "tag": HOSTILE, "sessionId": SESSION}, {"type": "last-prompt", "lastPrompt": HOSTILE, "sessionId": SESSION}]
    with open(os.path.join(projects, SESSION + ".jsonl"), "w", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
        out.write(HOSTILE.replace("\r", "") + "\n")  # no JSON at all
    with open(os.path.join(folder, "root", "history.jsonl"), "w", encoding="utf-8") as out:
        out.write(json.dumps({"display": HOSTILE, "pastedContents": {}, "timestamp": 1767607200000, "project": HOSTILE}) + "\n")
    with open(os.path.join(folder, "root", "todos", f"{SESSION}-agent-{SESSION}.json"), "w", encoding="utf-8") as out:
        json.dump([{"content": HOSTILE, "status": "pending", "activeForm": HOSTILE}], out)


def main():
    clew = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        make_root(folder)
        fake = os.path.join(folder, "claude")
        with open(fake, "w", encoding="utf-8") as out:
            out.write(FAKE % repr(HOSTILE))
        os.chmod(fake, 0o755)
        env = {"PATH": os.environ["PATH"], "HOME": folder, "CLAUDE_CONFIG_DIR": os.path.join(folder, "root"), "TERM": "xterm",
               "XDG_CACHE_HOME": folder + "/cache", "XDG_DATA_HOME": folder + "/data", "XDG_STATE_HOME": folder + "/state",
               "XDG_CONFIG_HOME": folder + "/config", "XDG_RUNTIME_DIR": folder, "LANG": "C.UTF-8", "CLEW_CLAUDE": fake}
        one = [SESSION]
        commands = [["list", "--all", "--counts"], ["projects"], ["prompts"], ["info", *one], ["todos", *one], ["plans"], ["plans", *one], ["files", *one], ["agents", *one],
                    ["show", *one], ["show", *one, "--meta"], ["show", *one, "--view", "context"], ["outline", *one], ["context", *one],
                    ["branches", *one], ["outcome", *one], ["turns", *one, "--parts", "--calls"], ["changes", *one], ["who", "MARK"], ["who", TYPED], ["labels"], ["pin", *one], ["pin", TYPED], ["unpin", *one], ["remark", *one, TYPED], ["list", "--all", "--match", TYPED], ["diff", *one], ["tree", *one], ["list", "--all", "--format", "{id} {title}"],
                    ["list", "--format", "{" + TYPED + "}"], ["show", *one, "--format", "{text} {tools}"], ["stats", *one], ["raw", *one, "u1"], ["raw", *one, "a1"], ["check", *one],
                    ["search", "MARK"], ["recall", "MARK"], ["recall", TYPED], ["search", "--no-index", "MARK"], ["search", TYPED], ["search", "/" + TYPED + "(/"],
                    ["usage"], ["usage", "models"], ["usage", "tools"], ["usage", "projects"], ["usage", "sessions"], ["usage", "explain", *one],
                    ["usage", "--csv"], ["index"], ["index", "status"], ["tail", *one], ["show", TYPED],
                    [TYPED], ["list", "--" + TYPED], ["rename", *one, TYPED],
                    ["tag", *one, TYPED], ["workspaces"], ["run", "--claude", fake, "hello"],
                    ["run", "--claude", fake, "--print", "hello"], ["run", "--claude", fake, "--print-command", TYPED],
                    ["run", "--claude", fake, "--dry-run", TYPED], ["resume", *one, "--claude", fake, "--dry-run", TYPED],
                    ["edit", *one, "u1", "--claude", fake, "--dry-run", TYPED], ["fork", *one, "--dry-run"], ["statusline", "--status", json.dumps({"session_id": TYPED, "model": {"display_name": TYPED}})],
                    ["conversations"], ["paths", *one], ["send", TYPED, TYPED], ["interrupt", TYPED], ["permission", TYPED, TYPED, TYPED], ["configure", TYPED],
                    ["close", TYPED], ["demo", TYPED], ["hide", TYPED], ["hide", *one], ["unhide", *one], ["delete", *one], ["redact", *one], ["scan"], ["export", *one], ["export", *one, "--format", "text"], ["export", *one, "--format", "jsonl", "-o", folder + "/x.jsonl"], ["export", *one, "--format", "atif", "-o", folder + "/x.json"],
                    ["import", folder + "/x.json", "--to", folder], ["import", TYPED], ["decide", *one, "--keep", TYPED], ["doctor"], ["doctor", *one], ["doctor", *one, "--repair", "--dry-run", "--diff"], ["context", *one, "--check"], ["pack", *one, "-o", folder + "/p.tar.zst"],
                    ["unpack", folder + "/p.tar.zst", "--to", TYPED], ["unpack", TYPED], ["move", TYPED, folder], ["move", "--undo"], ["merge", SESSION, TYPED], ["trash"], ["keep"], ["keep", "status"], ["keep", "check"], ["keep", "forget", TYPED], ["team"], ["team", "share", TYPED], ["team", "join", TYPED], ["team", "invite", TYPED], ["team", "status", "--store", TYPED],
                    ["restore", TYPED], ["restore", *one], ["undelete", TYPED], ["undelete", *one]]
        # Into a pipe go the words themselves, as `claude -p` would write them: a program reads them.
        piped = subprocess.run([clew, "run", "--claude", fake, "hello"], env=env, cwd=folder, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
        if piped.decode("utf-8") != HOSTILE + "\n":
            print("into a pipe run wrote", ascii(piped))
            return 1
        asked = {command[0] for command in commands}
        table = subprocess.run([clew, "--generate", "operations"], capture_output=True, text=True, check=True).stdout.split("\n# Types")[0]
        missing = set(re.findall("^## (.+)$", table, re.M)) - asked
        bad = marked = 0
        for command in commands:
            for more in ([], ["--json"]):
                _, written = at_terminal([clew, *command, *more], env, folder, 3 if command[0] == "tail" else 20)
                written = written.replace(b"\r\n", b"\n")  # the terminal's own doing
                text = OUR_OWN.sub(b"", written).decode("utf-8", "replace")
                marked += "MARK" in text
                found = BAD.findall(text)
                if found:
                    bad += 1
                    at = text.index(found[0])
                    print(f"clew {' '.join(map(repr, command + more))}: {sorted(set(map(ascii, found)))} in {ascii(text[max(0, at - 60):at + 40])}")
        if missing:
            print("not tried:", *sorted(missing))
        print(f"{2 * len(commands)} commands, {marked} with hostile text in them, {bad} let some through")
        return 1 if bad or missing or marked < 60 else 0


sys.exit(main())
