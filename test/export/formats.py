#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""formats.py CLEW [FOLDER OF SESSIONS]: every format of `clew export` is what it says: atif and otlp by their published rules, csv by
Python's reader, patches by git and patch, lines that are whole. Secrets are in none of them. A collector gets spans."""
import csv
import html.parser
import http.server
import io
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
import atif
import otlp

CLEW = os.path.abspath(sys.argv[1])
HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parent.parent.parent / "shared"
KEY = "ghp_" + "A7k2Lm9Qw4Zx8Vb3Nc6Rt1Yp5Ds0Fg2Hj4K"[:36].ljust(36, "q")
PASSWORD = "Frost.bell" + str(4700 + 11)
ID = "8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d"
csv.field_size_limit(1 << 30)


def uuid(n):
    return f"{n:08d}-1111-4111-8111-111111111111"


def line(n, kind, message, **more):
    return {"type": kind, "uuid": uuid(n), "parentUuid": uuid(n - 1) if n > 1 else None, "sessionId": ID, "cwd": "/work/bakery", "version": "2.1.300",
            "gitBranch": "main", "timestamp": f"2026-01-05T12:{n:02d}:00.000Z", "message": message, **more}


def ask(n, text, **more):
    return line(n, "user", {"role": "user", "content": text}, **more)


def call(n, name, given, text=""):
    content = ([{"type": "text", "text": text}] if text else []) + [{"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": given}]
    return line(n, "assistant", {"role": "assistant", "id": f"msg_{n}", "model": "claude-opus-4-5-20251101", "stop_reason": "tool_use", "content": content,
                                 "usage": {"input_tokens": 3, "output_tokens": 50, "cache_read_input_tokens": 1000, "cache_creation_input_tokens": 20}}, requestId=f"req_{n}")


def result(n, text, report=None, failed=False):
    block = {"type": "tool_result", "tool_use_id": f"toolu_{n - 1}", "content": text, **({"is_error": True} if failed else {})}
    return line(n, "user", {"role": "user", "content": [block]}, **({"toolUseResult": report} if report else {}))


OVEN = "oven\nbread\nbuns\nrolls\n"


def hunk(old, new, old_start, lines):
    return {"oldStart": old_start, "oldLines": old, "newStart": old_start, "newLines": new, "lines": lines}


def session_lines():
    """A session with all that formats treat apart: files made and changed, a change by others in between, a failure, a subagent, secrets."""
    yield ask(1, f"Bake. The key is {KEY}, and\nOVEN_PASSWORD={PASSWORD}\n# not a heading of ours\n<script>alert(1)</script> ![x](http://a/b.png) =1+1")
    yield call(2, "Write", {"file_path": "/work/bakery/new file.txt", "content": f"one\ntwo\nkey {KEY}\n"}, "I *write*.")
    yield result(3, "ok", {"type": "create", "filePath": "/work/bakery/new file.txt", "content": f"one\ntwo\nkey {KEY}\n", "structuredPatch": [], "originalFile": None})
    yield call(4, "Edit", {"file_path": "/work/bakery/oven.txt", "old_string": "bread", "new_string": "dark bread"})
    yield result(5, "ok", {"filePath": "/work/bakery/oven.txt", "oldString": "bread", "newString": "dark bread", "originalFile": OVEN, "replaceAll": False,
                           "structuredPatch": [hunk(4, 4, 1, [" oven", "-bread", "+dark bread", " buns", " rolls"])]})
    changed = "# by hand\noven\ndark bread\nbuns\nrolls\n"  # somebody added a line meanwhile
    yield call(6, "Edit", {"file_path": "/work/bakery/oven.txt", "old_string": "rolls\n", "new_string": "rolls"})
    yield result(7, "ok", {"filePath": "/work/bakery/oven.txt", "oldString": "rolls\n", "newString": "rolls", "originalFile": changed, "replaceAll": False,
                           "structuredPatch": [hunk(4, 4, 2, [" oven", " dark bread", " buns", "-rolls", "+rolls", "\\ No newline at end of file"])]})
    yield call(8, "Bash", {"command": f"curl -H 'Authorization: Bearer {KEY}' http://oven"})
    yield result(9, f"401 for {KEY}\n\x1b[31mred\x1b[0m", failed=True)
    yield call(10, "Agent", {"prompt": "count the buns", "description": "counting", "subagent_type": "counter"})
    yield result(11, "three buns", {"agentId": "a1b2c3", "content": [{"type": "text", "text": "three buns"}]})
    yield line(12, "assistant", {"role": "assistant", "id": "msg_12", "model": "claude-opus-4-5-20251101", "stop_reason": "end_turn", "content": [
        {"type": "thinking", "thinking": f"he gave me {KEY}", "signature": "c2ln"}, {"type": "text", "text": "Done."}],
        "usage": {"input_tokens": 3, "output_tokens": 5, "cache_read_input_tokens": 1000, "cache_creation_input_tokens": 0}}, requestId="req_12")


def agent_lines():
    for number, one in enumerate((ask(1, f"count the buns with {PASSWORD}"), call(2, "Write", {"file_path": "/work/bakery/count.txt", "content": "3"}),
                                  result(3, "ok", {"type": "create", "filePath": "/work/bakery/count.txt", "content": "3", "structuredPatch": [], "originalFile": None}))):
        yield {**one, "uuid": uuid(100 + number), "parentUuid": uuid(99 + number) if number else None, "isSidechain": True, "agentId": "a1b2c3"}


class Place:
    def __init__(self, home):
        self.home = home
        root = pathlib.Path(home, "claude")
        folder = root / "projects" / "-work-bakery"
        (folder / ID / "subagents").mkdir(parents=True)
        (folder / f"{ID}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in session_lines()))
        (folder / ID / "subagents" / "agent-a1b2c3.jsonl").write_text("".join(json.dumps(one) + "\n" for one in agent_lines()))
        self.env = {"PATH": os.environ["PATH"], "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": home + "/c", "XDG_DATA_HOME": home + "/d",
                    "XDG_RUNTIME_DIR": home + "/r", "CLAUDE_CONFIG_DIR": str(root), "CLEW_PAGER": ""}

    def run(self, *words, ok=True):
        done = subprocess.run([CLEW, "export", *words], env=self.env, cwd=self.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert (done.returncode == 0) == ok, (words, done.returncode, done.stderr.decode())
        return (done.stdout if ok else done.stderr).decode()


def check_atif(text):
    trajectory = json.loads(text)
    atif.check(trajectory)
    return trajectory


def check_otlp(text):
    found = otlp.check(json.loads(text))
    otlp.check_tree(found)
    return found


def check_csv(text):
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    assert not [row for row in rows for cell in row.values() if cell[:1] in tuple("=+-@\t\r") and cell], "a formula"
    return rows


def check_lines(text):
    return [json.loads(one) for one in text.splitlines()] if text else []


def check_text(text):
    assert "\x1b" not in text and "\0" not in text
    return text


class Elements(html.parser.HTMLParser):
    """The elements of an exported file: which there are, and the JSON by id."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.json, self.open = [], {}, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        given = dict(attributes)
        self.open = given.get("id") if given.get("type") == "application/json" else None
        assert not [name for name in given if name.startswith("on")], (tag, given)

    def handle_endtag(self, tag):
        self.open = None

    def handle_data(self, data):
        if self.open:
            self.json[self.open] = self.json.get(self.open, "") + data


def check_html(text):
    found = Elements(text)
    others = [tag for tag in found.tags if tag not in ("html", "head", "meta", "link", "title", "style", "body", "div", "noscript", "script")]
    assert not others and found.tags.count("script") == len(found.json) + 1 and found.tags.count("style") == 1, others
    data = {name: json.loads(one) for name, one in found.json.items()}
    about, rows = data["clew-about"], data["clew-rows"]
    messages = []
    for i, first in enumerate(about["pieces"]):
        assert first == len(messages), (i, first)
        messages += data[f"clew-messages-{i}"]
    assert len(rows) == len(messages) and [row["uuid"] for row in rows] == [one["uuid"] or "" for one in messages]
    for thread in about["branches"] + about["agents"]:
        assert all(0 <= start < end <= len(messages) for start, end in thread["messages"]), thread
    for number in about["media"].values():
        assert isinstance(data[f"clew-media-{number}"], list)
    return about, messages


CHECKS = {"html": check_html, "atif": check_atif, "otlp": check_otlp, "csv": check_csv, "jsonl": check_lines, "text": check_text, "markdown": check_text, "patch": str}


def check_own(place):
    """What is in the session of above, in every format."""
    out = {name: CHECKS[name](place.run(ID, "--format", name)) for name in CHECKS}
    for name in CHECKS:
        text = place.run(ID, "--format", name)
        assert KEY not in text and PASSWORD not in text and KEY[4:20] not in text, name
        assert "[github-token 1]" in text or name == "patch", name
        assert KEY in place.run(ID, "--format", name, "--no-redact"), name
        assert text == place.run(ID, "--format", name), f"{name} differs from time to time"

    trajectory = out["atif"]
    assert trajectory["final_metrics"]["total_prompt_tokens"] == 6 * 1003 + 5 * 20, trajectory["final_metrics"]
    inner, = trajectory["subagent_trajectories"]
    assert inner["trajectory_id"] == "a1b2c3" and len(inner["steps"]) == 2, inner
    costs = [step["metrics"]["cost_usd"] for one in (trajectory, inner) for step in one["steps"] if "metrics" in step]
    assert len(costs) == 7 and abs(sum(costs) - trajectory["final_metrics"]["total_cost_usd"]) < 1e-9, costs

    spans = out["otlp"]
    names = [span["name"] for span, _ in spans]
    assert names.count("invoke_agent claude-code") == 1 and names.count("execute_tool Write") == 2, names
    agent, = (span for span, of in spans if of["gen_ai.operation.name"] == "invoke_agent" and span.get("parentSpanId"))
    tool, = (span for span, _ in spans if span["name"] == "execute_tool Agent")
    assert agent["parentSpanId"] == tool["spanId"]
    bash, = (span for span, _ in spans if span["name"] == "execute_tool Bash")
    assert bash["status"]["code"] == 2 and int(bash["endTimeUnixNano"]) - int(bash["startTimeUnixNano"]) == 60 * 10**9
    assert all(of["gen_ai.conversation.id"] == ID for _, of in spans)

    rows = out["csv"]
    assert [row["kind"] for row in rows if row["agent"] == "a1b2c3"] == ["prompt", "answer", "tool-call", "tool-result"], rows
    assert [row["text"] for row in rows if row["kind"] == "tool-error"] == ["401 for [github-token 1]\n\x1b[31mred\x1b[0m"]
    assert len(out["jsonl"]) == 12 and out["jsonl"][1]["uuid"] == uuid(2)
    assert "<script" not in out["markdown"] and "![x]" not in out["markdown"] and "-bread\n+dark bread" in out["markdown"]
    for detail, wanted in (("talk", 3), ("no-tools", 3)):
        rows = check_csv(place.run(ID, "--format", "csv", "--detail", detail))
        assert len(rows) == wanted and not [row for row in rows if row["tool"]], (detail, rows)
    assert "he gave me" not in place.run(ID, "--detail", "talk") and "he gave me" in place.run(ID, "--detail", "no-tools")
    about, messages = check_html(place.run(ID, "--format", "html"))
    assert [one["id"] for one in about["agents"]] == ["a1b2c3"] and about["hidden"] == 2
    for name in ("html", "markdown", "text", "csv", "atif", "otlp", "patch"):
        assert "the buns" not in place.run(ID, "--format", name, "--to", uuid(9)), name  # what the subagent was asked later
    part = check_lines(place.run(ID, "--format", "jsonl", "--from", uuid(4), "--to", uuid(6)))
    assert [one["uuid"] for one in part] == [uuid(n) for n in range(4, 8)], part
    assert "behind" in place.run(ID, "--from", uuid(6), "--to", uuid(4), ok=False)


def check_patch(place):
    text = place.run(ID, "--format", "patch")
    wanted = {"new file.txt": "one\ntwo\nkey [github-token 1]\n", "oven.txt": "# by hand\noven\ndark bread\nbuns\nrolls", "count.txt": "3"}
    for command in (["git", "apply"], ["patch", "-s", "-p1"]):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "oven.txt").write_text(OVEN)
            try:
                done = subprocess.run(command, input=text.encode(), cwd=folder, env=place.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            except FileNotFoundError:
                print(command[0], "is not here")
                continue
            assert done.returncode == 0, (command, done.stdout.decode(), text)
            found = {str(one.relative_to(folder)): one.read_text() for one in pathlib.Path(folder).rglob("*") if one.is_file()}
            assert found == wanted, (command, found)


def check_long(place):
    """A session of many pieces, with a branch: every message once, in its place."""
    other = "9d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d"
    lines = [{**ask(n, f"question {n} " + "word " * 400), "sessionId": other, "uuid": f"{n:08d}-2222-4111-8111-111111111111",
              "parentUuid": f"{n - 1:08d}-2222-4111-8111-111111111111" if n > 1 else None, "timestamp": f"2026-01-05T{n // 60:02d}:{n % 60:02d}:00.000Z"} for n in range(1, 501)]
    lines.append({**lines[-1], "uuid": "00000900-2222-4111-8111-111111111111", "parentUuid": lines[249]["uuid"], "timestamp": "2026-01-06T00:00:00.000Z",
                  "message": {"role": "user", "content": "the other way"}})
    folder = pathlib.Path(place.home, "claude", "projects", "-work-bakery")
    (folder / f"{other}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    about, messages = check_html(place.run(other, "--format", "html"))
    assert len(about["pieces"]) > 3 and len(messages) == 501 and len(about["branches"]) == 2, (about["pieces"], len(messages))
    lengths = [sum(end - start for start, end in branch["messages"]) for branch in about["branches"]]
    assert lengths == [251, 500], lengths
    about, messages = check_html(place.run(other, "--format", "html", "--branch", lines[499]["uuid"], "--from", lines[9]["uuid"], "--to", lines[19]["uuid"]))
    assert len(messages) == 11 and len(about["branches"]) == 1


def check_files(place):
    file = pathlib.Path(place.home, "out.md")
    said = place.run(ID, "-o", "out.md")
    assert "2 secrets hidden" in said and file.read_text() == place.run(ID), said
    assert "--force" in place.run(ID, "-o", "out.md", ok=False)
    assert "secrets included" in place.run(ID, "-o", "out.md", "--force", "--no-redact") and KEY in file.read_text()
    assert "is a folder" in place.run(ID, "-o", "claude", "--force", ok=False)
    assert "no plain file" in place.run(ID, "-o", "/dev/null", "--force", ok=False)
    assert sorted(one for one in os.listdir(place.home) if one.startswith(".clew")) == []
    answer = json.loads(place.run(ID, "--json", "--format", "text"))
    assert answer["hidden"] == 2 and "".join(answer["text"]) == place.run(ID, "--format", "text")


def make_certificate(folder, name):
    """(certificate, key) for this name, signed by itself; None where there is no openssl."""
    if shutil.which("openssl") is None:
        return None
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=collector", "-addext", f"subjectAltName={name}"],
                   check=True, capture_output=True)
    return cert, key


def check_secure_endpoint(place, collector, got):
    """A collector that is only spoken to when it proves to be the one that was named."""
    for name, trusted, why in (("IP:127.0.0.1", True, ""), ("IP:127.0.0.1", False, "not trusted"), ("DNS:other.example", True, "not trusted")):
        files = make_certificate(place.home, name)
        if files is None:
            return
        with http.server.HTTPServer(("127.0.0.1", 0), collector) as server:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*files)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.handle_error = lambda *_: None
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"https://127.0.0.1:{server.server_port}"
            place.env["OTEL_EXPORTER_OTLP_HEADERS"] = "x-api-key=s3%63ret, other=1"
            if trusted:
                place.env["SSL_CERT_FILE"] = files[0]
            got.clear()
            said = place.run(ID, "--format", "otlp", "--endpoint", url, ok=not why)
            place.env.pop("SSL_CERT_FILE", None)
            del place.env["OTEL_EXPORTER_OTLP_HEADERS"]
            server.shutdown()
        if why:
            assert why in said and got == [], (said, got)
        else:
            assert f"sent to {url}/v1/traces" in said, said
            assert [row[3] for row in got] == [("s3cret", "1")], got
    place.env["OTEL_EXPORTER_OTLP_HEADERS"] = "x-api-key=a%0d%0aHost: b"
    assert "NAME=VALUE" in place.run(ID, "--format", "otlp", "--endpoint", url, ok=False)
    del place.env["OTEL_EXPORTER_OTLP_HEADERS"]


def check_endpoint(place):
    got, busy = [], [503]

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = busy.pop() if busy else 200
            if status == 200:
                fields = (self.headers["x-api-key"], self.headers["other"])
                got.append((self.path, self.headers["Content-Type"], json.loads(body), fields))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        said = place.run(ID, "--format", "otlp", "--endpoint", url)
        server.shutdown()
    (path, kind, request, fields), = got
    assert (path, kind, fields) == ("/v1/traces", "application/json", (None, None)), got
    spans = check_otlp(json.dumps(request))
    assert said.startswith(f"{len(spans)} spans sent to {url}/v1/traces"), said
    assert spans == check_otlp(place.run(ID, "--format", "otlp"))
    check_secure_endpoint(place, Collector, got)
    assert "cannot send" in place.run(ID, "--format", "otlp", "--endpoint", url, ok=False)


def texts_of(place, session):
    shown = json.loads(subprocess.run([CLEW, "show", session, "--json"], env=place.env, stdout=subprocess.PIPE, check=True).stdout)
    return [(one["role"], one["text"], [(call["name"], call["input"], call["result"], call["state"]) for call in one["tools"]]) for one in shown["messages"]]


def check_import(place):
    """What was exported comes back as a session of its own, with its subagent; a trajectory that others wrote, too."""
    folder = pathlib.Path(place.home, "there")
    folder.mkdir()
    file = pathlib.Path(place.home, "t.json")
    place.run(ID, "--format", "atif", "-o", str(file), "--no-redact")

    def brought(*words, ok=True):
        done = subprocess.run([CLEW, "import", str(file), *words], env=place.env, cwd=place.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert (done.returncode == 0) == ok, (done.returncode, done.stderr.decode())
        return json.loads(done.stdout)["sessions"][0] if ok else done.stderr.decode()

    first = brought("--to", str(folder), "--json")
    assert first["session"] != ID and len(first["written"]) == 2, first
    assert texts_of(place, first["session"]) == texts_of(place, ID)
    again = json.loads(place.run(first["session"], "--format", "atif", "--no-redact"))
    atif.check(again)
    before = json.loads(file.read_text())
    assert [one["trajectory_id"] for one in again["subagent_trajectories"]] == ["a1b2c3"]
    assert {**again["final_metrics"], "total_cost_usd": 0} == {**before["final_metrics"], "total_cost_usd": 0}, again["final_metrics"]
    check = subprocess.run([CLEW, "doctor", first["session"]], env=place.env, stdout=subprocess.PIPE)
    assert check.returncode == 0, check.stdout.decode()
    file.write_text('{"schema_version": "ATIF-v1.7", "agent": {"name": "x", "version": "1"}, "steps": [{"step_id": 1, "source": "nobody", "message": ""}]}')
    assert "step 1" in brought("--to", str(folder), ok=False)
    file.write_text(file.read_text().replace("nobody", "user"))
    assert "--to" in brought(ok=False)
    hostile = {"schema_version": "ATIF-v1.7", "agent": {"name": "x", "version": "1"}, "steps": [{"step_id": 1, "source": "user", "message": "hello"}],
               "subagent_trajectories": [{"trajectory_id": "../../../evil", "agent": {"name": "x", "version": "1"}, "steps": [{"step_id": 1, "source": "user", "message": ""}]}]}
    file.write_text(json.dumps(hostile))
    assert "plain" in brought("--to", str(folder), ok=False)
    assert not list(pathlib.Path(place.home).rglob("*evil*"))


def check_mcp(place):
    """No answer to a model holds a secret with --redact; without it they do."""
    asked = [("search_sessions", {"query": "Authorization", "project": "*"}), ("read_messages", {"sessionId": ID}), ("get_session", {"sessionId": ID})]
    for words, wanted in ((["--redact"], False), ([], True)):
        lines = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}]
        lines += [{"jsonrpc": "2.0", "id": i + 1, "method": "tools/call", "params": {"name": name, "arguments": given}} for i, (name, given) in enumerate(asked)]
        lines += [{"jsonrpc": "2.0", "id": 9, "method": "resources/read", "params": {"uri": f"claude-history://sessions/{ID}"}}]
        done = subprocess.run([CLEW, "mcp", *words], env=place.env, cwd=place.home, input="".join(json.dumps(one) + "\n" for one in lines).encode(), stdout=subprocess.PIPE, check=True)
        answers = [json.loads(one) for one in done.stdout.decode().splitlines()]
        assert len(answers) == len(lines) and not [one for one in answers if "error" in one], answers
        text = done.stdout.decode()
        assert (KEY in text) == wanted and (PASSWORD in text) == wanted, (words, text[:3000])
        assert ("[github-token 1 " in text) != wanted  # as long as what it masks


def check_hidden(place):
    """What was hidden is in no copy and no report of all sessions, unless asked for."""
    run = lambda *words: subprocess.run([CLEW, *words], env=place.env, cwd=place.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run("scan", "--all").returncode == 1
    assert run("hide", ID).returncode == 0
    scanned = json.loads(run("scan", "--all", "--json").stdout)
    assert ID not in json.dumps(scanned), scanned
    assert ID in run("scan", "--all", "--hidden", "--json").stdout.decode()
    run("redact", "--all", "--output", place.home + "/copies")
    assert not list(pathlib.Path(place.home, "copies").rglob(ID + "*"))
    run("redact", "--all", "--hidden", "--output", place.home + "/more")
    copy, = pathlib.Path(place.home, "more").rglob(ID + ".jsonl")
    assert KEY not in copy.read_text() and "[github-token 1]" in copy.read_text()
    assert run("unhide", ID).returncode == 0


def check_others(place):
    """Sessions that others wrote: broken, hostile, of all versions."""
    folders = [HERE.parent / "data", SHARED / "corpus", *map(pathlib.Path, sys.argv[2:])]
    files = [file for folder in folders for file in sorted(folder.rglob("*.jsonl"))]
    count = 0
    for file in files[::1 if len(sys.argv) > 2 else 29]:
        for name in ("atif", "otlp", "csv", "markdown", "jsonl", "html"):
            done = subprocess.run([CLEW, "export", str(file), "--format", name], env=place.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode != 0:
                assert done.returncode in (1, 2) and done.stderr, (file, name, done.returncode, done.stderr)
                continue
            try:
                CHECKS[name](done.stdout.decode())
            except (atif.Invalid, otlp.Invalid, AssertionError, ValueError, KeyError) as why:
                raise AssertionError(f"{file} as {name}: {why!r}") from why
            count += 1
    assert count > 20, count
    print(count, "exports of", len(files), "sessions looked at")


with tempfile.TemporaryDirectory() as made:
    at = Place(made)
    check_own(at)
    check_long(at)
    check_patch(at)
    check_files(at)
    check_endpoint(at)
    check_mcp(at)
    check_import(at)
    check_hidden(at)
    check_others(at)
    print("ok")
