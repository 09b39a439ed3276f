#!/usr/bin/env python3
"""node.py CLEW: one `clew serve --sign-in` for several people. Everything is read as the right person and as the wrong one."""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import unittest

from world import Team, turn

CLEW = os.path.abspath(sys.argv.pop(1))
OPEN = "aaaaaaaa-0000-4000-8000-000000000001"   # for the team
NAMED = "bbbbbbbb-0000-4000-8000-000000000002"  # for bob
MINE = "cccccccc-0000-4000-8000-000000000003"   # for ann alone
SECRETS = {OPEN: "saffron", NAMED: "vermilion", MINE: "ultramarine"}
SEES = {"ann": {OPEN, NAMED, MINE}, "bob": {OPEN, NAMED}, "eve": {OPEN}}


class NodeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.team = Team(CLEW, ["ann", "bob", "eve"])
        ann = cls.team.ann
        for session, project in ((OPEN, "/work/open"), (NAMED, "/work/named"), (MINE, "/work/mine")):
            lines, _ = turn(session, project, 1, f"the colour is {SECRETS[session]}", f"{SECRETS[session]} it is", tokens=1000)
            ann.write_session(project, session, lines)
        ann.run("team", "share", "/work/open")
        ann.run("team", "share", "/work/named", "--with", "bob")
        ann.run("team", "share", "/work/mine", "--with", "mine")
        ann.run("team", "push")
        # What lies on the machine of the node is nobody's business.
        cls.admin = cls.team.admin
        cls.admin.write_session("/work/own", "dddddddd-0000-4000-8000-000000000004", turn("dddddddd-0000-4000-8000-000000000004", "/work/own", 1, "of the node itself: cobalt", "cobalt")[0])
        cls.process = subprocess.Popen([CLEW, "serve", "--sign-in", "--port", "0", "--rsocket-port", "0", "--json", "--root", cls.team.postgres.address()],
                                       env=cls.admin.environment, stdout=subprocess.PIPE, text=True)
        cls.about = json.loads(cls.process.stdout.readline())
        cls.port = int(cls.about["url"].rsplit(":", 1)[1])

    @classmethod
    def tearDownClass(cls):
        cls.process.send_signal(signal.SIGTERM)
        cls.process.wait(30)
        cls.process.stdout.close()
        cls.team.close()

    def ask(self, path, token=None, method="GET", body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        all_headers = dict(headers or {})
        if token:
            all_headers["Authorization"] = "Bearer " + token
        if body is not None:
            all_headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, path, body=body, headers=all_headers)
        answer = connection.getresponse()
        content = answer.read().decode()
        connection.close()
        return answer, content

    def token(self, name):
        return getattr(self.team, name).token

    def short_token(self, name):
        return re.match(r"postgres(?:ql)?://([^@]*)@", self.token(name)).group(1)

    def test_nobody_gets_in_without_a_person(self):
        wrong = ["ann:wrong", "nobody:x", "postgres:for-tests-only-no", "ann' OR 1=1 --:x", "x" * 3000, ":", "ann:",
                 self.short_token("ann").replace("ann:", "bob:"), self.about["token"] or "0" * 64]
        self.assertEqual(self.about["token"], "")
        for path in ("/api/v1/list?all=true", "/api/v1/events", "/api/v1/server", "/api/v1/openapi.json", "/mcp", "/api/v1/nothing"):
            answer, content = self.ask(path)
            self.assertEqual(answer.status, 401, (path, content))
            self.assertEqual(answer.getheader("WWW-Authenticate"), 'Bearer realm="team"')
        for i, token in enumerate(wrong):
            answer, content = self.ask("/api/v1/list?all=true", token)
            self.assertIn(answer.status, (401, 429), (token, content))
            self.assertNotIn("saffron", content)
        # Nor who runs the node: what is served is not theirs.
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(self.about["socket"])
            own.sendall(b"GET /api/v1/list?all=true HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            self.assertIn(b" 401 ", own.recv(4096))

    def test_each_sees_what_is_theirs(self):
        for name, sees in SEES.items():
            for token in (self.token(name), self.short_token(name)):
                answer, content = self.ask("/api/v1/list?all=true", token)
                self.assertEqual(answer.status, 200, content)
                rows = json.loads(content)["sessions"]
                self.assertEqual({row["id"] for row in rows}, sees, name)
                self.assertEqual({row["person"] for row in rows}, {"ann"})
            about = json.loads(self.ask("/api/v1/server", self.token(name))[1])
            self.assertEqual(about["person"], name)
            for session, secret in SECRETS.items():
                may = session in sees
                for path in (f"info?session={session}", f"show?session={session}", f"raw?session={session}&line=1", f"context?session={session}",
                             f"outcome?session={session}", f"turns?session={session}", f"export?session={session}", f"tree?session={session}",
                             f"stats?session={session}", f"outline?session={session}", f"branches?session={session}", f"usage?session={session}"):
                    answer, content = self.ask("/api/v1/" + path, self.token(name))
                    if not may:
                        self.assertNotIn(secret, content, (name, path))
                        self.assertNotEqual(answer.status, 200, (name, path, content))
                for path in (f"search?query={secret}", f"recall?question={secret}", f"list?all=true&match={secret}", "prompts", "projects", "labels", "plans"):
                    answer, content = self.ask("/api/v1/" + path, self.token(name))
                    self.assertIn(answer.status, (200, 400), (path, content))
                    found = re.sub(r'"(query|question|words|match)":[^,}]*', "", content)
                    self.assertFalse(not may and (session in found or secret in found.replace(f'"{secret}"', "")), (name, path, content))
                answer, content = self.ask(f"/api/v1/show?session={session}", self.token(name))
                self.assertEqual(secret in content, may, (name, session))

    def test_sums_are_of_what_one_sees(self):
        for name, sees in SEES.items():
            usage = json.loads(self.ask("/api/v1/usage", self.token(name))[1])
            self.assertEqual(usage["totals"]["input"] // 1000, len(sees), (name, usage["totals"]))
        # The same as on their own machine, over the store.
        here = self.team.bob.json("usage", "--root", "team:")
        there = json.loads(self.ask("/api/v1/usage", self.token("bob"))[1])
        self.assertEqual(here["totals"], there["totals"])

    def test_filters_and_labels(self):
        token = self.token("bob")
        labels = json.loads(self.ask("/api/v1/labels", token)[1])
        self.assertEqual([one["name"] for one in labels["people"]], ["ann"])
        machine = labels["machines"][0]["name"]
        self.assertTrue(machine.startswith("ann@"), machine)
        count = lambda query: len(json.loads(self.ask("/api/v1/list?all=true&" + query, token)[1])["sessions"])
        self.assertEqual(count("person=ann"), 2)
        self.assertEqual(count("person=bob"), 0)
        self.assertEqual(count("machine=" + machine), 2)
        self.assertEqual(count("machine=" + machine.split("@")[1]), 2)
        self.assertEqual(count("machine=elsewhere"), 0)

    def test_answers_are_not_shared_between_people(self):
        for _ in range(5):
            for name, sees in SEES.items():
                rows = json.loads(self.ask("/api/v1/list?all=true", self.token(name))[1])["sessions"]
                self.assertEqual({row["id"] for row in rows}, sees)

    def test_nothing_is_changed_and_nothing_of_the_node_is_read(self):
        token = self.token("ann")
        for operation, body in (("rename", {"session": OPEN, "title": "x"}), ("hide", {"session": OPEN}), ("delete", {"session": OPEN}),
                                ("keep", {}), ("index", {}), ("team", {"what": "invite", "name": ["x"]}), ("run", {"prompt": "x"}), ("restore", {"session": OPEN})):
            answer, content = self.ask("/api/v1/" + operation, token, "POST", body)
            self.assertGreaterEqual(answer.status, 400, (operation, content))
            self.assertLess(answer.status, 502, (operation, content))
        for path in ("list?all=true&hidden=true", "search?query=cobalt", "prompts", "projects", "trash", "paths?folder=/", f"files?session={OPEN}"):
            _, content = self.ask("/api/v1/" + path, token)
            self.assertNotIn("/work/own", content, path)
            self.assertNotIn("of the node", content, path)

    def test_files_of_the_node_are_not_compared(self):
        """A transcript may name any folder as its own; on a node that folder is somebody else's."""
        place = self.admin.home + "/private"
        os.makedirs(place, exist_ok=True)
        with open(place + "/notes.txt", "w") as out:
            out.write("indigo\n")
        session = "eeeeeeee-0000-4000-8000-000000000005"
        lines, last = turn(session, place, 1, "look at notes.txt", "done")
        lines[1]["message"]["content"] = [{"type": "tool_use", "id": "toolu_1", "name": "Write", "input": {"file_path": place + "/notes.txt", "content": "other\n"}}]
        lines.append({"type": "file-history-snapshot", "messageId": lines[0]["uuid"], "isSnapshotUpdate": False,
                      "snapshot": {"messageId": lines[0]["uuid"], "timestamp": lines[0]["timestamp"], "trackedFileBackups": {"notes.txt": {"backupFileName": "0123456789abcdef@v1", "version": 1, "backupTime": lines[0]["timestamp"]}}}})
        self.team.ann.write_session(place, session, lines)
        self.team.ann.run("team", "share", place, "--with", "mine")
        self.team.ann.run("team", "push")
        time.sleep(0.5)
        for path in (f"files?session={session}", f"files?session={session}&diff=disk", f"changes?session={session}", f"outcome?session={session}"):
            _, content = self.ask("/api/v1/" + path, self.token("ann"))
            self.assertNotIn("indigo", content, path)
        self.team.ann.run("team", "unshare", place)

    def test_a_browser_signs_in_and_out(self):
        answer, _ = self.ask("/")
        self.assertEqual(answer.status, 200)
        answer, content = self.ask("/api/v1/login", method="POST", body={"token": "ann:guess"})
        self.assertEqual(answer.status, 401, content)
        answer, content = self.ask("/api/v1/login", method="POST", body={"token": self.token("bob")})
        self.assertEqual(answer.status, 204, content)
        cookie = {"Cookie": answer.getheader("Set-Cookie").split(";")[0]}
        self.assertNotIn(self.short_token("bob").split(":")[1], cookie["Cookie"])
        rows = json.loads(self.ask("/api/v1/list?all=true", headers=cookie)[1])["sessions"]
        self.assertEqual({row["id"] for row in rows}, SEES["bob"])
        other = {"Cookie": cookie["Cookie"][:-4] + "0000"}
        self.assertEqual(self.ask("/api/v1/list?all=true", headers=other)[0].status, 401)
        self.assertEqual(self.ask("/api/v1/logout", method="POST", body={}, headers=cookie)[0].status, 204)
        self.assertEqual(self.ask("/api/v1/list?all=true", headers=cookie)[0].status, 401)

    def follow(self, name):
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        stream.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token(name)}\r\n\r\n".encode())
        came = b""
        while b"retry:" not in came:
            came += stream.recv(65536)
        return stream

    def test_events_are_of_what_one_sees(self):
        for name in SEES:
            self.ask("/api/v1/list?all=true", self.token(name))
        time.sleep(2)  # until all are followed
        streams = {name: self.follow(name) for name in SEES}
        for session, project in ((OPEN, "/work/open"), (NAMED, "/work/named"), (MINE, "/work/mine")):
            lines, _ = turn(session, project, 2, f"more {SECRETS[session]}", "more")
            self.team.ann.write_session(project, session, lines)
        self.team.ann.run("team", "push")
        for name, sees in SEES.items():
            came = ""
            until = time.monotonic() + 15
            streams[name].settimeout(0.5)
            while time.monotonic() < until and not all(session in came for session in sees):
                try:
                    came += streams[name].recv(1 << 20).decode(errors="replace")
                except TimeoutError:
                    pass
            time.sleep(0.5)
            try:
                came += streams[name].recv(1 << 20).decode(errors="replace")
            except TimeoutError:
                pass
            for session, secret in SECRETS.items():
                self.assertEqual(session in came or secret in came, session in sees, (name, secret, came[:2000]))
            streams[name].close()

    def test_who_was_revoked_is_out(self):
        tom = self.team.invite("tom")
        rows = json.loads(self.ask("/api/v1/list?all=true", tom.token)[1])["sessions"]
        self.assertEqual({row["id"] for row in rows}, {OPEN})
        answer, _ = self.ask("/api/v1/login", method="POST", body={"token": tom.token})
        cookie = {"Cookie": answer.getheader("Set-Cookie").split(";")[0]}
        self.admin.run("team", "revoke", "tom")
        for headers, token in (({}, tom.token), (cookie, None)):
            for _ in range(40):
                answer, content = self.ask("/api/v1/list?all=true", token, headers=headers)
                if answer.status == 401 or not json.loads(content)["sessions"]:
                    break
                time.sleep(0.1)
            self.assertFalse(answer.status == 200 and json.loads(content)["sessions"], content)
            _, content = self.ask(f"/api/v1/show?session={OPEN}", token, headers=headers)
            self.assertNotIn("saffron", content)

    def open_both(self, token):
        """A stream of events and a WebSocket of this token."""
        head = f"Host: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {token}\r\n"
        upgrade = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        opened = []
        for path, more, sign in (("/api/v1/events", "", b"retry:"), ("/ws", upgrade, b" 101 ")):
            peer = socket.create_connection(("127.0.0.1", self.port), timeout=60)
            peer.sendall(f"GET {path} HTTP/1.1\r\n{head}{more}\r\n".encode())
            came = b""
            while sign not in came:
                piece = peer.recv(65536)
                self.assertTrue(piece, came)
                came += piece
            opened.append(peer)
        return opened

    def assert_ended(self, peers, seconds):
        until = time.monotonic() + seconds
        for peer in peers:
            piece = b"."
            while piece:
                peer.settimeout(max(0.1, until - time.monotonic()))
                try:
                    piece = peer.recv(65536)
                except ConnectionError:
                    break
            peer.close()

    def test_what_was_opened_with_a_secret_ends_when_that_is_changed(self):
        before = self.team.invite("tina")
        peers = self.open_both(before.token)
        after = self.team.invite_again("tina")
        self.assertNotEqual(before.token, after)
        self.assertEqual(self.ask("/api/v1/server", after)[0].status, 200)
        self.assertEqual(self.ask("/api/v1/server", before.token)[0].status, 401)
        self.assert_ended(peers, 30)
        self.assertEqual(self.ask("/api/v1/server", after)[0].status, 200)

    @unittest.skipUnless(os.environ.get("CLEW_LONG"), "waits for minutes")
    def test_what_was_opened_with_a_secret_is_asked_about_again(self):
        """Also where nobody signs in with the new one."""
        before = self.team.invite("tess")
        peers = self.open_both(before.token)
        self.team.invite_again("tess")
        self.assert_ended(peers, 180)

    def test_z_who_guesses_names_locks_nobody_out(self):
        self.assertEqual(self.ask("/api/v1/server", self.token("bob"))[0].status, 200)
        statuses = [self.ask("/api/v1/login", method="POST", body={"token": f"nobody{i}:x"})[0].status for i in range(90)]
        self.assertEqual(statuses[-1], 429, statuses)
        for _ in range(12):
            answer, _ = self.ask("/api/v1/login", method="POST", body={"token": self.token("bob")})
            self.assertLess(answer.status, 300)

    def test_z_guessing_is_slow(self):
        statuses = [self.ask("/api/v1/login", method="POST", body={"token": f"zoe:{i}"})[0].status for i in range(14)]
        self.assertEqual(set(statuses[:10]), {401}, statuses)
        self.assertEqual(statuses[-1], 429, statuses)
        answer, _ = self.ask("/api/v1/login", method="POST", body={"token": "zoe:x"})
        self.assertGreater(int(answer.getheader("Retry-After")), 0)
        self.assertEqual(self.ask("/api/v1/server", self.token("ann"))[0].status, 200, "others are not asked to wait")

    def test_z_requests_have_a_limit(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        seen = set()
        for _ in range(3000):
            connection.request("GET", "/api/v1/server", headers={"Authorization": "Bearer " + self.token("eve")})
            answer = connection.getresponse()
            answer.read()
            seen.add(answer.status)
            if answer.status == 429:
                break
        self.assertEqual(seen, {200, 429})
        self.assertEqual(self.ask("/api/v1/server", self.token("ann"))[0].status, 200)
        time.sleep(1.5)
        self.assertEqual(self.ask("/api/v1/server", self.token("eve"))[0].status, 200)


class TrustTest(unittest.TestCase):
    def test_a_store_that_asks_for_no_secret_is_not_served(self):
        """With `trust` everybody could sign in as everybody."""
        team = Team(CLEW, ["ann"])
        self.addCleanup(team.close)
        hba = team.postgres.data + "/pg_hba.conf"
        text = open(hba).read()
        with open(hba, "w") as out:
            out.write(text.replace("scram-sha-256", "trust"))
        team.postgres.psql("SELECT pg_reload_conf()")
        time.sleep(0.5)
        process = subprocess.Popen([CLEW, "serve", "--sign-in", "--port", "0", "--json", "--root", team.postgres.address()],
                                   env=team.admin.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        port = int(json.loads(process.stdout.readline())["url"].rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/api/v1/list?all=true", headers={"Authorization": "Bearer ann:anything"})
        answer = connection.getresponse()
        self.assertIn("scram-sha-256", answer.read().decode())
        self.assertGreaterEqual(answer.status, 400)

    def test_what_does_not_fit_is_said(self):
        team = Team(CLEW, [])
        self.addCleanup(team.close)
        for words in (["serve", "--sign-in"], ["serve", "--sign-in", "--root", team.folder], ["serve", "--sign-in", "--root", "team:", "--allow-drive"], ["serve", "--sign-in", "--root", "team:", "--push", "team:"],
                      ["serve", "--sign-in", "--root", "team:", "--open"]):
            done = team.admin.run(*words, "--port", "0", check=False, timeout=30)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("--sign-in", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
