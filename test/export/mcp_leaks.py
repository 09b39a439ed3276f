#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mcp_leaks.py CLEW: no answer of `clew mcp --redact` holds a planted secret of ../shared/redaction, nor a piece of one, whatever tool or
resource is asked, where texts are cut, and whoever searches for the secret itself. Ends with 77 (skipped) without the samples."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

CLEW = os.path.abspath(sys.argv[1])
SAMPLE = pathlib.Path(os.environ.get("CLEW_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")) / "redaction" / "sample.tar.xz"
PIECE = 12  # characters of the random part of a secret


class Mcp:
    def __init__(self, env, *options):
        self.process = subprocess.Popen([CLEW, "mcp", *options], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})

    def ask(self, method, params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().decode()
        json.loads(line)  # an answer stays JSON
        return line

    def tool(self, name, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def pieces(label):
    core = label["core"] if any(label["core"] in one for one in label["surface"]) else ""
    if len(core) >= 20:
        return {core[i:i + PIECE] for i in range(len(core) - PIECE + 1)}
    return {one for one in (label["text"], *label["surface"]) if len(one) >= PIECE}


def questions(mcp, session, secrets):
    yield mcp.tool("get_session", sessionId=session)
    yield mcp.tool("session_outcome", sessionId=session)
    yield mcp.ask("resources/read", {"uri": "claude-history://sessions/" + session})
    yield mcp.ask("prompts/get", {"name": "resume_context", "arguments": {"sessionId": session}})
    for most in (1000, 4000, 45000):
        page = mcp.tool("read_messages", sessionId=session, include=["text", "thinking", "tools"], maxChars=most)
        yield page
        while cursor := re.search(r'nextCursor\\":\\"([^"\\]+)', page):
            page = mcp.tool("read_messages", sessionId=session, include=["text", "thinking", "tools"], maxChars=most, cursor=cursor[1])
            yield page
    for secret in secrets:
        yield mcp.tool("search_content", pattern=secret[:8], project="*").replace(json.dumps(secret[:8])[1:-1], "")
    for word in ("token", "password", "key", "export", "secret", "curl", "DATABASE_URL"):
        yield mcp.tool("search_sessions", query=word, project="*", limit=50)
        yield mcp.tool("recall", question=word, project="*")
        yield mcp.tool("search_content", pattern="/" + word, mode="regex", project="*")


def main():
    if not SAMPLE.is_file():
        print("skipped: no", SAMPLE)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as home:
        with tarfile.open(SAMPLE) as tar:
            tar.extractall(home)
        env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TZ": "UTC", "CLAUDE_CONFIG_DIR": home + "/sample", "XDG_CACHE_HOME": home + "/c",
               "XDG_DATA_HOME": home + "/d", "XDG_RUNTIME_DIR": home}
        planted, searched = {}, {}
        for line in pathlib.Path(home, "sample", "labels.jsonl").read_text().splitlines():
            label = json.loads(line)
            if label["label"] != "pos":
                continue
            session = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", label["file"])[0]
            planted.setdefault(session, set()).update(pieces(label))
            searched.setdefault(session, {})[label["text"].strip()] = True
        everything = set().union(*planted.values())
        counts = {}
        for options in ((), ("--redact",)):
            mcp = Mcp(env, *options)
            found = set()
            for session in planted:
                for answer in questions(mcp, session, list(searched[session])[:4]):
                    found |= {piece for piece in everything if piece in answer}
            counts[options] = found
            mcp.end()
        assert len(counts[()]) > 100, len(counts[()])  # they are there to be hidden
        assert not counts[("--redact",)], sorted(counts[("--redact",)])[:20]
        print("ok,", len(counts[()]), "pieces are shown without --redact, none with it")


main()
