# SPDX-License-Identifier: MIT
"""What tests with the real CLI share: a network of their own, and an environment that holds nothing of the caller's."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSIONS = ["1.0.128", "2.0.73", "2.1.325"]
RULES = {"1.0": "1.0", "2.0": "2.0", "2.1": "2.1"}


def enter_namespace(script):
    """Starts this script again where only loopback exists."""
    if os.environ.get("CLEW_TEST_NAMESPACE") == "1":
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        links = json.loads(subprocess.run(["ip", "-j", "link"], check=True, capture_output=True).stdout)
        if [link["ifname"] for link in links] != ["lo"]:
            sys.exit("this is not a network namespace of its own")
        return
    command = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]
    os.execvpe(command[0], [*command, sys.executable, script, *sys.argv[1:]],
               {**os.environ, "CLEW_TEST_NAMESPACE": "1"})


class Failure(Exception):
    pass


def check(condition, *what):
    if not condition:
        raise Failure(" ".join(str(part) for part in what))


def environment_of(folder, root, home, server, program):
    """For the CLI and for clew: the stub is all that they can reach."""
    return {
        "PATH": f"{Path(shutil.which('node')).parent}:/usr/bin:/bin", "HOME": str(home), "TERM": "xterm",
        "LANG": "C.UTF-8", "TZ": "UTC", "CLAUDE_CONFIG_DIR": str(root), "CLEW_CLAUDE": str(program),
        "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data"),
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_address[1]}",
        "ANTHROPIC_API_KEY": "sk-ant-dummy", "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_ERROR_REPORTING": "1"}


def trust(root, work):
    """The CLI asks nothing about this folder."""
    (root / ".claude.json").write_text(json.dumps({
        "hasCompletedOnboarding": True, "projects": {str(work): {"hasTrustDialogAccepted": True, "allowedTools": []}}}))


def program_of(version):
    """The CLI of this version, from the folder that ./dev filled."""
    program = Path(os.environ["CLEW_TEST_CLAUDES"]) / version / "node_modules/.bin/claude"
    said = subprocess.run([program, "--version"], capture_output=True, text=True,
                          env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"}).stdout
    check(said.startswith(version), program, "says it is", said)
    return program


def plain(messages):
    """(role, items) of each message: texts, calls and results, without what the CLI adds for the model."""
    result = []
    for message in messages:
        if message["role"] == "system":
            continue  # 2.1 sends what it adds as messages of its own
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        items = []
        for block in blocks:
            kind = block.get("type")
            if kind == "text" and "<system-reminder>" not in block["text"] and block["text"].strip():
                items.append(block["text"])
            elif kind == "tool_use":
                items.append(f"call {block['id']} {json.dumps(block['input'], sort_keys=True)}")
            elif kind == "tool_result":
                items.append(f"result {block['tool_use_id']}")
        if not items:
            continue
        if result and result[-1][0] == message["role"]:
            result[-1][1].extend(items)
        else:
            result.append((message["role"], items))
    return result
