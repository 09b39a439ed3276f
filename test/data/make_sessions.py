#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the invented sessions of test/data/sessions: run it in test/data, commit what changes.

All people, projects and programs in them are made up. The uuid of a line ends in its number, which
also begins it, so that the short form in clew's output is that number."""

import json
from pathlib import Path

HERE = Path(__file__).parent / "sessions"
START = 1767600000  # 2026-01-05T08:00:00Z
PNG = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
       "gg==")


def stamp(seconds):
    minutes, second = divmod(START + seconds - 1767571200, 60)
    hour, minute = divmod(minutes, 60)
    return f"2026-01-05T{hour:02}:{minute:02}:{second:02}.000Z"


def uuid(number):
    return f"{number:08x}-0000-4000-8000-{number:012x}"


class Session:
    """Lines one after the other; `parent` is the line before unless said otherwise."""

    def __init__(self, session, cwd="/home/mara/bakery", version="2.1.90"):
        self.lines, self.time, self.last = [], 0, None
        self.common = {"isSidechain": False, "userType": "external", "cwd": cwd,
                       "sessionId": session, "version": version, "gitBranch": "main"}
        self.session = session
        self.count = 0

    def raw(self, value):
        self.lines.append(value if isinstance(value, (str, bytes)) else json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def node(self, kind, parent="last", after=5, **fields):
        self.count += 1
        self.time += after
        above = self.last if parent == "last" else parent
        line = {"parentUuid": above, **self.common, "type": kind, "uuid": uuid(self.count),
                "timestamp": stamp(self.time), **fields}
        self.raw({key: value for key, value in line.items() if value != "absent"})
        self.last = line["uuid"]
        return self.last

    def user(self, content, **fields):
        return self.node("user", message={"role": "user", "content": content}, **fields)

    def answer(self, id, *blocks, model="claude-opus-4-5", out=20, **fields):
        first = None
        for number, block in enumerate(blocks):
            if isinstance(block, str):
                block = {"type": "text", "text": block}
            message = {"id": id, "type": "message", "role": "assistant", "model": model, "content": [block],
                       "stop_reason": None, "stop_sequence": None,
                       "usage": {"input_tokens": 12, "output_tokens": out, "cache_read_input_tokens": 900,
                                 "cache_creation_input_tokens": 0}}
            more = dict(fields) if number == 0 else {key: value for key, value in fields.items() if key != "parent"}
            made = self.node("assistant", message=message, requestId="req_" + id, **more)
            first = first or made
        return first

    def call(self, id, name, **input):
        return {"type": "tool_use", "id": id, "name": name, "input": input}

    def result(self, id, content, error=False, structured=None, **fields):
        block = {"type": "tool_result", "tool_use_id": id, "content": content}
        if error:
            block["is_error"] = True
        if structured is not None:
            fields["toolUseResult"] = structured
        return self.user([block], **fields)

    def write(self, name, end="\n"):
        lines = [line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass") for line in self.lines]
        (HERE / name).write_bytes(b"\n".join(lines) + end.encode())


def bakery():
    """2.1: parallel calls, an edited prompt, a queued one, an interruption, a compaction, Chinese."""
    s = Session("5e551017-0000-4000-8000-00000000ba4e")
    s.raw({"type": "mode", "mode": "normal", "sessionId": s.session})
    s.node("attachment", parent=None, attachment={
        "type": "hook_success", "hookName": "SessionStart:startup", "hookEvent": "SessionStart", "toolUseID": "x",
        "content": "", "stdout": "", "stderr": "", "exitCode": 0})
    s.raw({"type": "file-history-snapshot", "messageId": uuid(2), "isSnapshotUpdate": False,
           "snapshot": {"messageId": uuid(2), "timestamp": stamp(5), "trackedFileBackups": {}}})
    s.user("> **上下文资料**\n> \n> - 📄 `scale.py`\n> - 📁 `recipes` (12个文件)\n\n"
           "The rye bread does not rise when I scale it by 1.5. Can you see why? 🍞")
    s.answer("msg_01", {"type": "thinking", "thinking": "Scaling usually fails at rounding. Look at the "
                        "code and at the recipe.", "signature": "c2ln"},
             "I will read the program and the recipe.",
             s.call("toolu_01", "Read", file_path="/home/mara/bakery/scale.py"))
    read = s.last
    rye = s.answer("msg_01", s.call("toolu_02", "Grep", pattern="yeast", path="recipes"))
    s.result("toolu_01", "1\tdef scale(grams, factor):\n2\t    return int(grams * factor)\n", parent=read,
             sourceToolAssistantUUID=read,
             structured={"type": "text", "file": {"filePath": "/home/mara/bakery/scale.py", "content": "def ...",
                                                  "numLines": 2, "startLine": 1, "totalLines": 2}})
    s.result("toolu_02", "recipes/rye.txt:4:yeast 0.7 g", parent=rye, sourceToolAssistantUUID=rye, after=2)
    s.answer("msg_02", "`scale` cuts everything to whole grams: 0.7 g of yeast times 1.5 is 1.05 g, and `int` makes "
                       "it 1 g; at factor 1 it makes **nothing** of it.\n\n- keep one decimal below 10 g\n- "
                       "whole grams above")
    s.raw({"type": "ai-title", "aiTitle": "Rye bread that would not rise", "sessionId": s.session})
    fork = s.last
    s.user("Then round up, always.", after=60)
    s.answer("msg_03", "Rounding up alone would put 2 g into a roll that needs 1.1 g.")
    s.user("Keep one decimal below 10 g, as you say. 顺便把配方改成公制。", parent=fork, after=40)
    s.answer("msg_04", "好的。I change the program first.",
             s.call("toolu_03", "Edit", file_path="/home/mara/bakery/scale.py",
                    old_string="    return int(grams * factor)",
                    new_string="    amount = grams * factor\n    return round(amount, 1 if amount < 10 else 0)"))
    s.node("attachment", parent=s.last, attachment={
        "type": "hook_success", "hookName": "PreToolUse:Edit", "hookEvent": "PreToolUse", "toolUseID": "toolu_03",
        "content": "", "stdout": "", "stderr": "", "exitCode": 0})
    call = uuid(s.count - 1)
    s.result("toolu_03", "The file /home/mara/bakery/scale.py has been updated.", parent=call, after=3,
             structured={"filePath": "/home/mara/bakery/scale.py", "oldString": "x", "newString": "y",
                         "originalFile": "z", "structuredPatch": [], "userModified": False, "replaceAll": False})
    s.answer("msg_05", s.call("toolu_04", "Bash", command="python3 -m pytest -q", description="Run the tests"))
    s.node("attachment", attachment={"type": "queued_command", "prompt": "also print grams with their unit",
                                     "commandMode": "prompt"})
    s.result("toolu_04", "F..\n1 failed, 2 passed in 0.03s\n" + "\n".join(f"line {n} of a long report" for n in range(1, 13)),
             error=True, parent=uuid(s.count - 1), after=30, structured="Error: exit 1")
    s.node("system", subtype="api_error", level="error", error={"status": 529}, retryInMs=1000.0, retryAttempt=1,
           maxRetries=10, content="absent")
    s.answer("msg_06", "One test still expects whole grams; I", after=8)
    s.user([{"type": "text", "text": "[Request interrupted by user]"}])
    s.user([{"type": "text", "text": "Look at the crumb first:"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}], after=90)
    s.answer("msg_07", "Dense below, open above: it had too little yeast, as computed.")
    s.node("system", subtype="turn_duration", durationMs=9000, content="absent")
    s.node("system", subtype="local_command", level="info",
           content="<command-name>/cost</command-name><command-message>cost</command-message><command-args></command-args>")
    s.node("system", subtype="local_command", level="info",
           content="<local-command-stdout>Total cost: $0.42</local-command-stdout>", after=0)
    before = s.last
    s.node("system", parent=None, logicalParentUuid=before, subtype="compact_boundary", content="Conversation compacted",
           isMeta=False, level="info", compactMetadata={"trigger": "manual", "preTokens": 48210, "postTokens": 2900,
                                                        "durationMs": 7100})
    s.user("This session is being continued from a previous conversation. Mara's scale.py lost the yeast by cutting "
           "to whole grams. It now keeps one decimal below 10 g; one test still expects whole grams.",
           isCompactSummary=True, isVisibleInTranscriptOnly=True, after=0)
    s.user("<local-command-caveat>Caveat: The messages below were generated by the user while running local "
           "commands.</local-command-caveat>", isMeta=True, after=0)
    s.user("<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>",
           after=0)
    s.user("<local-command-stdout>Compacted</local-command-stdout>", after=0)
    s.user("<bash-input>ls recipes</bash-input>", after=30)
    s.user("<bash-stdout>rye.txt\nwheat.txt</bash-stdout><bash-stderr></bash-stderr>", after=0)
    s.user("Let somebody else convert the recipes, and tell me when it is done.", after=20)
    s.answer("msg_08", s.call("toolu_05", "Agent", description="Convert recipes to metric",
                              prompt="Convert all recipes to metric units.", subagent_type="general-purpose"))
    s.result("toolu_05", [{"type": "text", "text": "12 recipes converted. 🎉"}], after=75,
             structured={"status": "completed", "agentId": "a1b2c3d", "totalDurationMs": 72000, "totalTokens": 5000,
                         "totalToolUseCount": 25, "content": [{"type": "text", "text": "12 recipes converted. 🎉"}]})
    s.user("<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>Oven log: 220 °C reached"
           "</summary>\n</task-notification>", origin={"kind": "task-notification"})
    s.answer("msg_09", "All twelve are metric now, and the oven is hot. 可以烤面包了。",
             s.call("toolu_06", "TodoWrite", todos=[{"content": "bake", "status": "in_progress", "activeForm": "baking"}]))
    s.raw({"type": "summary", "summary": "Rounding up, given up", "leafUuid": uuid(11)})
    s.raw({"type": "custom-title", "customTitle": "Rye bread 🍞", "sessionId": s.session})
    s.raw({"type": "last-prompt", "lastPrompt": "Let somebody else convert the recipes", "leafUuid": s.last,
           "sessionId": s.session})
    s.write("bakery.jsonl")


def old():
    """1.0: string contents, chained results, a subagent inside, a compaction without a boundary."""
    s = Session("01d00000-0000-4000-8000-00000000ba4e", version="1.0.60")
    s.raw({"type": "summary", "summary": "Counting cherries", "leafUuid": uuid(11)})
    s.user("How many cherries are in the list?", parent=None)
    s.answer("msg_11", s.call("toolu_11", "Task", description="count", prompt="Count the cherries."),
             s.call("toolu_12", "LS", path="/home/mara/orchard"))
    main = s.last
    s.common["isSidechain"] = True
    s.user("Count the cherries.", parent=None)
    s.answer("msg_12", "There are 61.")
    s.common["isSidechain"] = False
    s.result("toolu_12", "cherries.txt", parent=main)
    s.result("toolu_11", [{"type": "text", "text": "There are 61."}], structured={"totalDurationMs": 4000})
    s.answer("msg_13", "61 cherries.")
    s.user("This session is being continued from a previous conversation. 61 cherries were counted.", parent=None,
           isCompactSummary=True)
    s.user("And plums?")
    s.answer("msg_14", "None yet.")
    s.write("old.jsonl")


def broken():
    """What disks, editors and crashes leave behind. Nothing of it may hide the rest."""
    s = Session("b40ce000-0000-4000-8000-00000000ba4e")
    s.user("First line, with a byte-order mark and CRLF.", parent=None)
    s.lines[0] = "\ufeff" + s.lines[0] + "\r"
    s.raw("\r")
    s.answer("msg_21", "A lone surrogate: \ud83d in the middle.")
    s.lines[-1] = s.lines[-1].replace("\ud83d", "\\ud83d")
    s.raw('26-01-05T08:00:13.000Z"}')
    s.raw('{"type":"user","uuid":"torn-0000-4000","message":{"role":"user","content":"cut in the mid')
    s.raw("")
    s.raw('"only a text"')
    s.raw("[1,2,3]")
    s.raw(b"\0" * 16)
    s.user("My parent was never written.", parent=uuid(999))
    s.raw(json.dumps({"type": "frobnicate", "uuid": uuid(900), "version": "9.9.9"}))
    s.user(42)
    s.user([{"type": "hologram", "data": 1}, "bare", {"type": "text", "text": "with an unknown block"}])
    s.raw({"type": "user", "uuid": 7, "parentUuid": [], "timestamp": "yesterday", "message": {"content": "wrong kinds"}})
    s.answer("msg_22", "written once")
    s.raw(s.lines[-1].replace("written once", "written twice"))
    s.user("My parent is myself.", parent=uuid(s.count + 1))
    s.raw('{"type":"user","type":"user","uuid":"' + uuid(800) + '","parentUuid":"' + s.last + '","timestamp":"' +
          stamp(s.time + 1) + '","message":{"role":"user","content":"a key that is there twice"}}')
    s.last = uuid(800)
    s.answer("msg_23", s.call("toolu_21", "Bash", command="sleep 1000"))
    s.result("toolu_99", "a result whose call is nowhere")
    s.raw(b'{"type":"assistant","uuid":"' + uuid(801).encode() + b'","parentUuid":"' + s.last.encode() +
          b'","timestamp":"' + stamp(s.time + 2).encode() +
          b'","message":{"id":"msg_24","role":"assistant","content":[{"type":"text","text":"bytes that are no UTF-8: \xff\xfe."}]}}')
    s.last = uuid(801)
    s.user("The last line has no newline.")
    s.write("broken.jsonl", end="")


def hostile():
    """Orders to a terminal in every place that is shown."""
    clear = "\x1b[2J\x1b[1;31m"
    title = "\x1b]0;owned\x07"
    link = "\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\"
    c1 = "\x9b31m\x9d0;owned\x9c"
    bidi = "\u202eevil\u202c\u2066x\u2069\u200f"
    bell = "\x07\x08\x7f\r\x00"
    poison = f"A{clear}{title}{link}{c1}{bidi}{bell}\x1bcZ"
    fake = "\n● 00000000  fake line"
    s = Session("5e55" + poison + fake, cwd="/tmp/" + poison, version="2.1." + poison)
    s.common["gitBranch"] = poison

    def poisoned():
        return uuid(s.count + 1)[:4] + clear + bidi + c1 + fake + uuid(s.count + 1)[4:]

    s.user("prompt " + poison, parent=None, uuid=poisoned())
    for block in ({"type": "thinking", "thinking": "thought " + poison, "signature": "s"},
                  {"type": "text", "text": "text " + poison},
                  s.call("call" + poison, "Tool" + poison + fake, command="cmd " + poison, **{poison: poison}),
                  s.call("odd" + poison, "Odd", **{poison: [poison]})):
        s.answer("msg" + poison, block, model="model" + poison + fake, uuid=poisoned())
    s.result("call" + poison, "result " + poison, error=True, structured={poison: poison}, uuid=poisoned())
    s.result("nobody" + poison, [{"type": "text", "text": "orphan " + poison}, {"type": "tool_reference", "tool_name": poison + fake},
                                 {"type": "image", "source": {"type": "base64", "media_type": poison + fake, "data": "QUJD"}},
                                 {"type": poison + fake}], uuid=poisoned())
    fork = s.last
    s.user("> **上下文资料**\n> \n> - 📄 `" + "x\x1b[2Jy" + "`\n\n" + poison, uuid=poisoned())
    s.user([{"type": poison + fake}, {"type": "text", "text": "<command-name>" + poison + fake + "</command-name>"}], parent=fork, uuid=poisoned())
    s.user("<bash-input>" + poison + "</bash-input>", uuid=poisoned())
    s.user("<local-command-stdout>" + poison + "</local-command-stdout>", uuid=poisoned())
    s.node("system", subtype="informational", content="notice " + poison, level=poison, uuid=poisoned())
    s.node("system", subtype=poison + fake, content=poison, uuid=poisoned())
    s.node("attachment", attachment={"type": poison + fake, "content": poison}, uuid=poisoned())
    s.node("attachment", attachment={"type": "queued_command", "prompt": "queued " + poison, "commandMode": "prompt"}, uuid=poisoned())
    s.node("system", subtype="compact_boundary", content=poison, compactMetadata={"trigger": poison + fake, "preTokens": 5},
           parent=None, logicalParentUuid=s.last, uuid=poisoned())
    s.user("summary " + poison, isCompactSummary=True, uuid=poisoned())
    s.node("system", subtype="api_error", error={"message": poison}, uuid=poisoned())
    s.answer("err" + poison, "API Error: " + poison, model="<synthetic>", isApiErrorMessage=True, uuid=poisoned())
    s.raw({"type": poison + fake, "uuid": "unknown" + poison, "version": poison + fake})
    s.node("system", subtype="turn_duration", parent="gone" + poison + fake, uuid=poisoned())
    s.raw(s.lines[-1])
    s.user("the last words " + poison, uuid=poisoned())
    s.raw({"type": "custom-title", "customTitle": "title " + poison + fake, "sessionId": s.session})
    s.raw({"type": "tag", "tag": poison, "sessionId": s.session})
    s.raw({"type": "summary", "summary": "branch " + poison + fake, "leafUuid": json.loads(s.lines[8])["uuid"]})
    s.write("hostile.jsonl")


def stream():
    """What `claude -p --output-format stream-json --verbose` printed: no tree, read in its order."""
    lines = [
        {"type": "system", "subtype": "init", "cwd": "/home/mara/bakery", "session_id": "57e40000", "tools": ["Read"],
         "model": "claude-opus-4-5", "permissionMode": "default", "claude_code_version": "2.1.90"},
        {"type": "assistant", "message": {"id": "msg_31", "role": "assistant", "model": "claude-opus-4-5", "content": [
            {"type": "tool_use", "id": "toolu_31", "name": "Read", "input": {"file_path": "rye.txt"}}]},
         "parent_tool_use_id": None, "session_id": "57e40000", "uuid": uuid(1)},
        {"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_31", "content": "yeast 0.7 g"}]},
         "parent_tool_use_id": None, "session_id": "57e40000", "uuid": uuid(2), "tool_use_result": {"type": "text"}},
        {"type": "assistant", "message": {"id": "msg_32", "role": "assistant", "model": "claude-opus-4-5", "content": [
            {"type": "text", "text": "Your bread needs 0.7 g of yeast."}]},
         "parent_tool_use_id": None, "session_id": "57e40000", "uuid": uuid(3)},
        {"type": "result", "subtype": "success", "is_error": False, "duration_ms": 900, "num_turns": 2,
         "result": "Your bread needs 0.7 g of yeast.", "session_id": "57e40000", "total_cost_usd": 0.01,
         "usage": {"input_tokens": 20, "output_tokens": 9}},
    ]
    (HERE / "stream.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


HERE.mkdir(exist_ok=True)
for write in (bakery, old, broken, hostile, stream):
    write()
