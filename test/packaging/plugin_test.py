#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plugin_test.py CLEW: the Claude Code plugin says what the program has.

The rules are those of `claude plugin validate` as far as they are known, which ./dev test-claude runs itself."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PLUGIN = Path(__file__).resolve().parents[2] / "packaging/claude-plugin"
EVENTS = {"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SubagentStop", "PreCompact",
          "Notification"}
bad = []


def check(condition, *what):
    if not condition:
        bad.append(" ".join(str(part) for part in what))


def load(name):
    return json.loads((PLUGIN / name).read_text())


def front_matter(path):
    """The fields between the two lines of dashes."""
    match = re.match(r"---\n(.*?)\n---\n\n(.+)", path.read_text(), re.S)
    check(match, path.name, "has no front matter, or nothing behind it")
    fields = dict(line.split(": ", 1) for line in match.group(1).splitlines()) if match else {}
    for name, value in fields.items():
        # YAML takes a value that begins with a bracket for a list.
        check(not value.startswith(("[", "{", "*", "&", "!")), path.name, name, "needs quotes")
    return fields, match.group(2) if match else ""


def ask(clew, folder, *arguments, given=""):
    env = {"PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": folder, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder,
           "CLAUDE_CONFIG_DIR": folder + "/claude", "LANG": "C.UTF-8"}
    os.makedirs(folder + "/bin", exist_ok=True)
    if not os.path.lexists(folder + "/bin/clew"):
        os.symlink(clew, folder + "/bin/clew")
    return subprocess.run(["clew", *arguments], env=env, cwd=folder, input=given, capture_output=True, text=True, timeout=20,
                          executable=folder + "/bin/clew")


def main():
    clew = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        version = ask(clew, folder, "--version").stdout.split()[1]
        printed = json.loads(ask(clew, folder, "hooks").stdout)
        listing = ask(clew, folder, "mcp", given='{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n').stdout
        tools = {tool["name"] for tool in json.loads(listing)["result"]["tools"]}
        commands = set(re.findall(r"^  ([a-z]+)  ", ask(clew, folder, "--help").stdout, re.M))

    market = load(".claude-plugin/marketplace.json")
    plugin = load(".claude-plugin/plugin.json")
    for name in (market["name"], plugin["name"]):
        check(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name), name, "is not in kebab case")
    check(isinstance(market["owner"]["name"], str), "the marketplace has no owner")
    check([entry["name"] for entry in market["plugins"]] == [plugin["name"]], "not a marketplace of this one plugin")
    for entry in market["plugins"]:
        check(entry["source"].startswith("./") and (PLUGIN / entry["source"] / ".claude-plugin/plugin.json").exists(),
              entry["source"], "is no plugin")
    check(plugin["version"] == version, "the plugin is", plugin["version"], "but the program", version)

    hooks = load("hooks/hooks.json")["hooks"]
    check(set(hooks) <= EVENTS, "unknown events", set(hooks) - EVENTS)
    check(hooks == printed["hooks"], "hooks.json is not what `clew hooks` prints", printed["hooks"])
    servers = load(".mcp.json")["mcpServers"]
    check(servers == {"history": {"command": "clew", "args": ["mcp"]}}, "servers", servers)

    found = sorted((PLUGIN / "commands").glob("*.md"))
    check({"recall", "branches", "cost"} <= {path.stem for path in found}, "commands", found)
    for path in found:
        fields, text = front_matter(path)
        check(set(fields) <= {"description", "argument-hint", "allowed-tools", "model"}, path.name, "has", set(fields))
        check(fields.get("description"), path.name, "has no description")
        check("$ARGUMENTS" in text, path.name, "drops its arguments")
        check("!`" not in text, path.name, "runs a command before anybody was asked")
        for tool in fields.get("allowed-tools", "").split(", "):
            ours = re.fullmatch("mcp__plugin_clew_history__([a-z_]+)", tool)
            shell = re.fullmatch(r"Bash\(clew ([a-z]+):\*\)", tool)
            check((ours and ours.group(1) in tools) or (shell and shell.group(1) in commands), path.name, "allows", tool)
            check((ours or shell) and (ours or shell).group(1) in text, path.name, "allows but does not use", tool)
    readme = (PLUGIN / "README.md").read_text()
    check({path.stem for path in found} == set(re.findall(r"/clew:([a-z]+)", readme)), "README.md has other commands")
    for line in bad:
        print(line)
    sys.exit(1 if bad else 0)


main()
