#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the attack session: a transcript in which every place that a page may show holds something
that would run, load or mislead if it were taken for more than text. Whatever runs sets
window.pwned; test web/e2e looks whether anything did.

    python3 make.py > 5ca1ab1e-0000-4000-8000-00000000c1e4.jsonl
"""
import base64
import json

SESSION = "5ca1ab1e-0000-4000-8000-00000000c1e4"
RUN = "window.pwned=1"
SCRIPT = f"<script>{RUN}</script>"
IMAGE = f'<img src=x onerror="{RUN}">'
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{RUN}"><script>{RUN}</script></svg>'
BIDI = "invoice\u202egpj.exe\u200b\u2066\u2069"
OSC = f"\x1b]8;;javascript:{RUN}\x07click\x1b]8;;\x07 \x1b]0;{SCRIPT}\x07\x1b[31mred\x1b[0m\x1b[2J\x1bP payload \x1b\\ end"
MARKDOWN = f"""{SCRIPT}

{IMAGE} and [a link](javascript:{RUN}) and [another](JaVaScRiPt:{RUN} "x") and [data](data:text/html;base64,{base64.b64encode(SCRIPT.encode()).decode()})
and <a href="javascript:{RUN}" onclick="{RUN}">html</a> and ![picture](javascript:{RUN}) and ![far](https://tracker.invalid/pixel.png) and ![svg](data:image/svg+xml;base64,{base64.b64encode(SVG.encode()).decode()})
and <javascript:{RUN}> and <https://ok.invalid/"onmouseover="{RUN}> and [reference][r] and \\x3cscript>

[r]: javascript:{RUN}

<iframe srcdoc="{SCRIPT}"></iframe><object data="javascript:{RUN}"></object><base href="https://evil.invalid/"><meta http-equiv="refresh" content="0;url=https://evil.invalid/"><style>body{{display:none}}</style><form action="https://evil.invalid/"><input autofocus onfocus="{RUN}"></form>

{SVG}

```html"><script>{RUN}</script>
{SCRIPT}
```

| {IMAGE} | b |
|---|---|
| {SCRIPT} | [x](vbscript:{RUN}) |

{BIDI}
"""

lines = []
last = None
count = 0


def add(kind, **fields):
    global last, count
    count += 1
    uuid = f"a77ac000-0000-4000-8000-{count:012d}"
    line = {
        "type": kind, "uuid": uuid, "parentUuid": last, "sessionId": SESSION, "isSidechain": False, "userType": "external",
        "cwd": f"/home/ada/{IMAGE}", "gitBranch": f"main{SCRIPT}", "version": "2.1.300", "timestamp": f"2026-01-02T03:04:{count:02d}.000Z",
    }
    line.update(fields)
    lines.append(line)
    last = uuid
    return uuid


def answer(content):
    return add("assistant", message={
        "id": f"msg_{count}", "type": "message", "role": "assistant", "model": f"claude-{IMAGE}", "content": content,
        "usage": {"input_tokens": 1, "output_tokens": 2}}, requestId=f"req_{count}")


def call(name, given, result, structured=None, error=False):
    ident = f"toolu_{count}"
    answer([{"type": "tool_use", "id": ident, "name": name, "input": given}])
    add("user", message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": ident, "content": result, "is_error": error}]},
        toolUseResult=structured if structured is not None else result)


add("user", message={"role": "user", "content": f"> **上下文资料**\n> \n> - 📄 `{IMAGE}`\n> - 🌐 javascript:{RUN} ({SCRIPT})\n> - 📁 `{BIDI}` (3个文件)\n\n" + MARKDOWN})
answer([{"type": "thinking", "thinking": MARKDOWN, "signature": "x"}])
answer([{"type": "text", "text": MARKDOWN}])
call("Bash", {"command": f"echo '{OSC}' {SCRIPT}", "description": IMAGE}, OSC, {"stdout": OSC, "stderr": SCRIPT, "interrupted": False})
call("Read", {"file_path": f"/tmp/{BIDI}{SCRIPT}.html"}, f"1\t{SCRIPT}\n2\t{IMAGE}", {"type": "text", "file": {"filePath": IMAGE, "content": f"{SCRIPT}\n{IMAGE}", "startLine": 1}})
call("Edit", {"file_path": f"{IMAGE}.svg", "old_string": SCRIPT, "new_string": SVG}, "ok", {"filePath": SCRIPT, "structuredPatch": [{"oldStart": 1, "newStart": 1, "lines": [f"-{SCRIPT}", f"+{SVG}", f" {BIDI}"]}]})
call("Write", {"file_path": f"{SCRIPT}.html", "content": SVG}, "ok")
call("Grep", {"pattern": IMAGE}, SCRIPT, {"mode": "files_with_matches", "filenames": [IMAGE, f"{SCRIPT}/{BIDI}"], "numFiles": 2})
call("TodoWrite", {"todos": [{"content": IMAGE, "status": SCRIPT}, {"content": SCRIPT, "status": "completed"}]}, "ok")
call("WebSearch", {"query": SCRIPT}, MARKDOWN, {"results": [{"content": [{"title": IMAGE, "url": f"javascript:{RUN}"}, {"title": SCRIPT, "url": "https://ok.invalid/"}]}]})
call("WebFetch", {"url": f"javascript:{RUN}", "prompt": IMAGE}, MARKDOWN)
call("ExitPlanMode", {"plan": MARKDOWN}, SCRIPT, error=True)
call("AskUserQuestion", {"questions": [{"question": IMAGE, "header": SCRIPT, "options": [{"label": SCRIPT, "description": SVG}]}]}, SCRIPT, {"answers": {IMAGE: SCRIPT}})
call("Task", {"description": IMAGE, "prompt": MARKDOWN, "subagent_type": SCRIPT}, MARKDOWN)
call(f"mcp__{SCRIPT}__{IMAGE}", {SCRIPT: {IMAGE: [SVG, {"__proto__": {"polluted": 1}, "constructor": SCRIPT}]}}, json.dumps({IMAGE: SCRIPT, "__proto__": {"pwned": 1}}))
call(IMAGE + BIDI, SCRIPT, [{"type": "text", "text": SCRIPT}])
add("user", message={"role": "user", "content": [
    {"type": "text", "text": f"[Image #1] {IMAGE}"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/svg+xml", "data": base64.b64encode(SVG.encode()).decode()}},
    {"type": "image", "source": {"type": "base64", "media_type": f'image/png"><script>{RUN}</script>', "data": 'AAAA"><script>'}},
    {"type": "document", "source": {"type": "base64", "media_type": "text/html", "data": base64.b64encode(SCRIPT.encode()).decode()}}]},
    contexts=[{"type": "WebReference", "url": f"javascript:{RUN}", "title": IMAGE}, {"type": SCRIPT, "path": IMAGE}])
add("user", message={"role": "user", "content": f"<command-name>/{SCRIPT}</command-name><command-args>{IMAGE}</command-args>"})
add("user", message={"role": "user", "content": f"<local-command-stdout>{OSC}{SCRIPT}</local-command-stdout>"})
add("user", message={"role": "user", "content": f"<bash-input>{SCRIPT}</bash-input>"})
add("system", subtype="compact_boundary", content=SCRIPT, compactMetadata={"trigger": IMAGE, "preTokens": 1000})
add("user", message={"role": "user", "content": MARKDOWN}, isCompactSummary=True)
answer([{"type": "text", "text": "The end of the attack."}])
lines.append({"type": "summary", "summary": SCRIPT, "leafUuid": last})
lines.append({"type": "custom-title", "customTitle": f"Attack {IMAGE} {SCRIPT} {BIDI}", "sessionId": SESSION})
lines.append({"type": "tag", "tag": f"tag{SCRIPT}", "sessionId": SESSION})

for line in lines:
    print(json.dumps(line, ensure_ascii=False))
