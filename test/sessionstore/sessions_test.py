#!/usr/bin/env python3
"""Sessions that were written through the store are sessions like all others: listed, searched, counted, shown live,
kept, restored.

    sessions_test.py CLEW"""
import http.client
import json
import os
import sys
import tempfile
import threading

from harness import Server

SESSION = "33333333-3333-4333-8333-333333333333"


def conversation(folder):
    def entry(uuid, parent, kind, content, **more):
        return {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": folder, "sessionId": SESSION,
                "version": "2.1.300", "gitBranch": "main", "type": kind, "uuid": uuid,
                "timestamp": f"2026-11-0{uuid[-1]}T10:00:00.000Z", "message": {"role": kind, "content": content, **more}}
    usage = {"input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    return [entry("aaaaaaaa-0000-4000-8000-000000000001", None, "user", "Where is the marmalade kept?"),
            entry("aaaaaaaa-0000-4000-8000-000000000002", "aaaaaaaa-0000-4000-8000-000000000001", "assistant",
                  [{"type": "text", "text": "In the pantry."}], id="msg_1", model="claude-sonnet-4-5", type="message",
                  stop_reason="end_turn", usage=usage)]


def text_of(entries):
    return "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries).encode()


def listen(server, seen, ready):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=30)
    connection.request("GET", "/api/v1/events", headers={"Authorization": f"Bearer {server.token}"})
    answer = connection.getresponse()
    ready.set()
    while not seen.is_set():
        line = answer.readline()
        if not line or SESSION.encode() in line:
            seen.set()


def main():
    with tempfile.TemporaryDirectory() as place:
        place = os.path.realpath(place)
        folder = f"{place}/work/app"
        os.makedirs(folder)
        project = "".join(c if c.isalnum() else "-" for c in folder)
        query = f"project={project}&session={SESSION}"
        with Server(sys.argv[1], place, "--keep") as server:
            seen, ready = threading.Event(), threading.Event()
            threading.Thread(target=listen, args=(server, seen, ready), daemon=True).start()
            assert ready.wait(10)
            entries = conversation(folder)
            # The watch begins beside the server; lines that came before it are no news.
            for n in range(100):
                assert server.append(query, text_of([{"type": "mode", "sessionId": SESSION, "n": n}]))[0] == 200
                if seen.wait(0.2):
                    break
            assert seen.is_set(), "no event of the session"
            assert server.append(query, text_of(entries), "b1")[0] == 200
            meta = {"type": "agent_metadata", "agentType": "Explore", "description": "Look around"}
            agent = [{**entries[0], "isSidechain": True, "agentId": "a1"}, meta]
            assert server.append(f"{query}&subpath=subagents%2Fagent-a1", text_of(agent))[0] == 200

            (row,) = json.loads(server.run("list", "--all", "--json").stdout)["sessions"]
            assert row["id"] == SESSION and row["machine"] == "store", row
            assert "marmalade" in server.run("show", SESSION[:8]).stdout
            assert "marmalade" in server.run("search", "marmalade").stdout
            status, _, found = server.ask("GET", "/api/v1/search?query=marmalade")
            assert status == 200 and SESSION.encode() in found, found
            used = json.loads(server.run("usage", "--json").stdout)
            assert "sonnet" in json.dumps(used), used
            assert "Explore" in server.run("agents", SESSION, "--json").stdout
            refused = server.run("rename", SESSION, "Other", check=False)
            assert refused.returncode != 0 and "session store" in refused.stderr, refused

            restored = json.loads(server.run("restore", SESSION, "--json").stdout)
            transcript = f"{place}/root/projects/{project}/{SESSION}.jsonl"
            assert restored["file"] == transcript, restored
            with open(transcript, "rb") as file:
                assert file.read() == server.load(query)[2]
            below = f"{place}/root/projects/{project}/{SESSION}/subagents/agent-a1"
            with open(below + ".jsonl", "rb") as file:
                assert file.read() == text_of(agent[:1])
            with open(below + ".meta.json") as file:
                assert json.load(file) == {"agentType": "Explore", "description": "Look around"}
            (row,) = json.loads(server.run("list", "--all", "--json").stdout)["sessions"]
            assert not row.get("machine") and not row.get("copies"), "the copy here is the session now"
            later = dict(entries[0], uuid="aaaaaaaa-0000-4000-8000-000000000009", parentUuid=entries[1]["uuid"],
                         timestamp="2026-11-09T10:00:00.000Z")
            assert server.append(query, text_of([later]))[0] == 200
            (row,) = json.loads(server.run("list", "--all", "--json").stdout)["sessions"]
            assert row["copies"], "the store has more of it now"

            # What is kept of a session outlives the store, but not its deletion.
            kept = json.loads(server.run("keep", "--json").stdout)
            assert server.ask("POST", f"/api/store/v1/delete?{query}", b"{}", {"Content-Type": "application/json"})[0] == 200
            assert server.load(query)[0] == 204
            (row,) = json.loads(server.run("list", "--all", "--json").stdout)["sessions"]
            assert not row.get("copies"), (row, kept)
        with Server(sys.argv[1], place, switch=False) as server:
            status, _, text = server.append(query, text_of(entries))
            assert status == 403 and b"--session-store" in text, text


main()
