#!/usr/bin/env python3
"""kill.py CLEW: pushing machines that are killed at any moment. Nothing is lost, nothing is there twice, byte for byte."""
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from world import Team, turn

CLEW = os.path.abspath(sys.argv.pop(1))
PROJECT = "/work/app"
SESSIONS = [f"{i:08x}-1111-4000-8000-{i:012x}" for i in range(1, 61)]


class KillTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.team = Team(CLEW, ["ann", "bob"], "fsync=off")
        cls.random = random.Random(21)
        cls.turns = dict.fromkeys(SESSIONS, 0)
        for session in SESSIONS:
            cls.grow(session, 20)
        cls.team.ann.run("team", "share", PROJECT, "--no-redact")

    @classmethod
    def tearDownClass(cls):
        cls.team.close()

    @classmethod
    def grow(cls, session, count):
        for _ in range(count):
            cls.turns[session] += 1
            words = " ".join("".join(cls.random.choices("abcdefghij", k=6)) for _ in range(300))
            lines, _ = turn(session, PROJECT, cls.turns[session], f"prompt {cls.turns[session]}", words)
            cls.team.ann.write_session(PROJECT, session, lines)

    def killed(self, *words):
        process = subprocess.Popen([CLEW, *words], env=self.team.ann.environment, cwd=self.team.ann.home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0.02, 0.6))
        for session in self.random.sample(SESSIONS, 8):
            self.grow(session, 1)
        alive = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        return alive

    def check(self):
        """Against the files, through the eyes of a colleague."""
        self.team.ann.run("team", "push")
        rows = self.team.postgres.psql("SELECT count(*) FROM (SELECT v.file_id FROM clew.versions v LEFT JOIN clew.pieces p USING (file_id, version) GROUP BY v.file_id, v.version, v.size "
                                       "HAVING coalesce(sum(p.length), 0) <> v.size OR coalesce(max(p.start + p.length), 0) <> v.size) broken").stdout.strip()
        self.assertEqual(rows, "0", "pieces that overlap, or leave a gap")
        rows = self.team.postgres.psql("SELECT count(*), count(DISTINCT file_id) FROM clew.versions").stdout.strip()
        self.assertEqual(rows, f"{len(SESSIONS)}|{len(SESSIONS)}", "files that only grew have one version")
        target = f"{self.team.bob.home}/there{time.monotonic_ns()}"
        for session in SESSIONS:
            self.team.bob.run("restore", session, "--root", "team:", "--to", target)
        found = {name: os.path.join(folder, name) for folder, _, names in os.walk(target) for name in names}
        for session in SESSIONS:
            with open(f"{self.team.ann.home}/.claude/projects/{PROJECT.replace('/', '-')}/{session}.jsonl", "rb") as mine, open(found[session + ".jsonl"], "rb") as theirs:
                self.assertTrue(mine.read() == theirs.read(), session)

    def test_pushes_that_are_killed(self):
        alive = sum(self.killed("team", "push") for _ in range(25))
        self.assertGreater(alive, 5, "most were done before they were killed: this tests nothing")
        self.check()

    def test_servers_that_are_killed(self):
        alive = sum(self.killed("serve", "--port", "0", "--push", "team:") for _ in range(10))
        self.assertEqual(alive, 10)
        self.check()

    def test_two_machines_of_one_person_at_once(self):
        """Two pushers of the same files, one of which is killed all the time."""
        other = subprocess.Popen([CLEW, "serve", "--port", "0", "--push", "team:"], env=self.team.ann.environment | {"XDG_RUNTIME_DIR": self.team.ann.home + "/run2"},
                                 cwd=self.team.ann.home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) if not os.makedirs(self.team.ann.home + "/run2", mode=0o700, exist_ok=True) else None
        for _ in range(8):
            self.killed("team", "push")
        other.terminate()
        other.wait(30)
        self.check()


if __name__ == "__main__":
    unittest.main(verbosity=2)
