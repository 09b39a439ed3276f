#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""permission.py CLEW: whoever is asked for a permission at a terminal sees all that it would allow, and what "always"
would set. A claude of our own asks."""
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
from at_terminal import at_terminal

FAKE = r'''#!/usr/bin/env python3
import json, os, sys
if "--version" in sys.argv:
    print("2.1.325 (Claude Code)")
    sys.exit(0)
def say(**value):
    print(json.dumps(value), flush=True)
asked = json.loads(os.environ["ASKED"])
for line in sys.stdin:
    message = json.loads(line)
    if message.get("type") == "control_request":
        say(type="control_response", response={"subtype": "success", "request_id": message["request_id"], "response": {}})
    elif message.get("type") == "control_response":
        with open(os.environ["ANSWERED"], "w") as out:
            json.dump(message["response"]["response"], out)
        say(type="result", subtype="success", is_error=False, session_id="s", uuid="r", result="done", duration_ms=1, num_turns=1, total_cost_usd=0)
    elif message.get("type") == "user":
        say(type="system", subtype="init", session_id="s", model="m", cwd="/", tools=[], uuid="i")
        say(type="control_request", request_id="q1", request={"subtype": "can_use_tool", "tool_use_id": "t", **asked})
'''
TAIL = "; rm -rf /the-end"
RULE = [{"type": "setMode", "mode": "bypassPermissions", "destination": "session"}]
# (what is asked, what is typed, what must be seen, what must not, whether the rule goes out)
CASES = [
    ({"tool_name": "Bash", "input": {"command": "ls " + "A" * 600 + TAIL}}, "n", ["the-end"], ["[a]lways"], False),
    ({"tool_name": "Bash", "input": {"command": "ls # list\nrm -rf /second"}, "permission_suggestions": []}, "n",
     ["\r\n  rm -rf /second"], ["[a]lways"], False),
    ({"tool_name": "mcp__x__y", "input": {"a": "short", "z": "hidden-part", "description": "innocent"}}, "n", ["hidden-part"], [], False),
    ({"tool_name": "Write", "input": {"file_path": "/tmp/x", "content": "line one\nline two"}}, "n", ["line two"], [], False),
    ({"tool_name": "Bash", "input": {"command": "ls"}, "permission_suggestions": RULE}, "a", ["[a]lways", "bypassPermissions"], [], True),
]


def run(clew, folder, asked, typed):
    fake = os.path.join(folder, "claude")
    with open(fake, "w", encoding="utf-8") as out:
        out.write(FAKE)
    os.chmod(fake, 0o755)
    answered = os.path.join(folder, "answer.json")
    env = {"PATH": os.environ["PATH"], "HOME": folder, "CLAUDE_CONFIG_DIR": folder, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder,
           "XDG_RUNTIME_DIR": folder, "TERM": "xterm", "NO_COLOR": "1", "ASKED": json.dumps(asked), "ANSWERED": answered}
    sent = []

    def answer(_, terminal, shown):
        if b"or why not: " in shown and not sent:
            sent.append(os.write(terminal, typed.encode() + b"\n"))

    _, shown = at_terminal([clew, "run", "--claude", fake, "hello"], env, folder, watch=answer)
    with open(answered, encoding="utf-8") as source:
        return shown.decode(errors="replace"), json.load(source)


def main():
    for asked, typed, seen, unseen, remembered in CASES:
        with tempfile.TemporaryDirectory() as folder:
            shown, answer = run(os.path.abspath(sys.argv[1]), folder, asked, typed)
            for text in seen:
                if text not in shown:
                    sys.exit(f"{text!r} is not shown for {asked}:\n{shown}")
            for text in unseen:
                if text in shown:
                    sys.exit(f"{text!r} is shown for {asked}:\n{shown}")
            if bool(answer.get("updatedPermissions")) != remembered:
                sys.exit(f"the answer to {asked} is {answer}")
    print(f"permission: {len(CASES)} questions are shown whole")


main()
