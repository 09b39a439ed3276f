#!/usr/bin/env python3
"""handover.py CLEW: what a team needs beside reading: sums by person, who touched a file, hand-over, taking back, budgets."""
import json
import os
import stat
import subprocess
import sys
import unittest

from world import Team, turn

CLEW = os.path.abspath(sys.argv.pop(1))
ONE = "aaaaaaaa-0000-4000-8000-000000000001"
TWO = "bbbbbbbb-0000-4000-8000-000000000002"
MINE = "cccccccc-0000-4000-8000-000000000003"


def edit(session, cwd, number, path):
    lines, _ = turn(session, cwd, number, "change it", "")
    lines[1]["message"]["content"] = [{"type": "tool_use", "id": f"toolu_{number}", "name": "Write", "input": {"file_path": path, "content": "a\nb\n"}}]
    lines[1]["message"]["stop_reason"] = "tool_use"
    result = dict(lines[0])
    result |= {"parentUuid": lines[1]["uuid"], "uuid": lines[0]["uuid"][:-6] + "cccccc", "toolUseResult": {"type": "create", "filePath": path, "content": "a\nb\n", "structuredPatch": []},
               "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "File created successfully"}]}}
    return lines + [result]


def commit(session, cwd, number, digits):
    lines, _ = turn(session, cwd, number, "commit it", "")
    lines[1]["message"]["content"] = [{"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": "git commit -qam 'Ring earlier' && git log -1 --oneline; git commit -am x"}}]
    lines[1]["message"]["content"][0]["input"]["command"] = "git commit -am 'Ring earlier'"
    output = f"[main {digits}] Ring earlier\n 1 file changed, 2 insertions(+)\n"
    result = dict(lines[0])
    result |= {"parentUuid": lines[1]["uuid"], "uuid": lines[0]["uuid"][:-6] + "cccccc", "toolUseResult": {"stdout": output, "stderr": "", "interrupted": False},
               "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": output, "is_error": False}]}}
    return lines + [result]


class HandoverTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.team = Team(CLEW, ["ann", "bob", "eve"])
        cls.ann, cls.bob, cls.eve, cls.admin = cls.team.ann, cls.team.bob, cls.team.eve, cls.team.admin
        # A copy of a repository on each machine, in another place.
        for person, folder in ((cls.ann, "src/orchard"), (cls.bob, "code/apples")):
            place = f"{person.home}/{folder}"
            os.makedirs(place + "/.git")
            with open(place + "/.git/config", "w") as out:
                out.write('[remote "origin"]\n\turl = https://github.com/ada/orchard.git\n')
            with open(place + "/.git/HEAD", "w") as out:
                out.write("ref: refs/heads/main\n")
        cls.orchard, cls.apples = cls.ann.home + "/src/orchard", cls.bob.home + "/code/apples"
        cls.ann.write_session(cls.orchard, ONE, edit(ONE, cls.orchard, 1, cls.orchard + "/bell.py") + commit(ONE, cls.orchard, 2, "4f1d2c9"))
        cls.ann.write_session("/work/own", MINE, edit(MINE, "/work/own", 1, "/work/own/bell.py"))
        cls.bob.write_session(cls.apples, TWO, edit(TWO, cls.apples, 3, cls.apples + "/bell.py"))
        # A copy of ann's session lies on bob's machine, too: its responses were paid for once.
        with open(f"{cls.ann.home}/.claude/projects/{cls.orchard.replace('/', '-')}/{ONE}.jsonl") as text:
            cls.bob.write_session(cls.apples, ONE, [json.loads(line) for line in text])
        # The sum of the local ledgers, without what both have.
        cost = lambda person, *more: person.json("usage", "--root", person.home + "/.claude", *more)["totals"]["cost"]["usd"]
        cls.local = cost(cls.ann) + cost(cls.bob) - cost(cls.bob, "--session", ONE)
        cls.ann.run("team", "share", cls.orchard)
        cls.ann.run("team", "share", "/work/own", "--with", "mine")
        cls.bob.run("team", "share", cls.apples)
        cls.ann.run("team", "push")
        cls.bob.run("team", "push")

    @classmethod
    def tearDownClass(cls):
        cls.team.close()

    def usage(self, person, *words):
        answer = person.json("usage", *words, "--root", "team:")
        return {row["period"]: row["cost"]["usd"] for row in answer["rows"]}, answer["totals"]["cost"]["usd"], answer

    def test_usage_by_person_machine_repository(self):
        people, total, _ = self.usage(self.eve, "people")
        self.assertEqual(set(people), {"ann", "bob"})
        self.assertAlmostEqual(sum(people.values()), total, 9)
        # Each response once, to the micro-dollar: three of a hundred tokens in and out each; MINE is ann's alone.
        one = self.ann.json("usage", "--root", self.ann.home + "/.claude", "--session", MINE)["totals"]["cost"]["usd"]
        self.assertEqual(round(total * 1e6), round(3 * one * 1e6))
        mine, all_of_ann, _ = self.usage(self.ann, "people")
        self.assertEqual(round(all_of_ann * 1e6), round(4 * one * 1e6))
        self.assertEqual(round(all_of_ann * 1e6), round(self.local * 1e6))
        repositories, _, _ = self.usage(self.eve, "repositories")
        self.assertEqual(set(repositories), {"github.com/ada/orchard"})
        machines, _, _ = self.usage(self.eve, "machines")
        self.assertEqual({name.split("@")[0] for name in machines}, {"ann", "bob"})
        csv = self.eve.run("usage", "people", "--csv", "--root", "team:").stdout.splitlines()
        self.assertTrue(csv[0].startswith("person,"), csv[0])
        self.assertEqual(len(csv), 3)
        # And on a machine by itself.
        here = self.ann.json("usage", "repositories")
        self.assertIn("github.com/ada/orchard", {row["period"] for row in here["rows"]})

    def test_budgets(self):
        refused = self.eve.run("team", "budget", "ann", "1", check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.admin.run("team", "budget", "ann", "0.000001")
        self.admin.run("team", "budget", "team", "1000")
        self.admin.run("team", "budget", "github.com/ada/orchard", "500")
        answer = self.usage(self.eve, "people")[2]
        budgets = {(one["kind"], one.get("name", "")): one for one in answer["budgets"]}
        self.assertEqual(set(budgets), {("team", ""), ("person", "ann"), ("repository", "github.com/ada/orchard")})
        for wrong in ("x", "-5", "1.2.3", ""):
            self.assertNotEqual(self.admin.run("team", "budget", "ann", wrong, check=False).returncode, 0, wrong)
        self.admin.run("team", "budget", "ann", "0")
        self.assertEqual(len(self.admin.json("team", "budget")["budgets"]), 2)

    def test_who_touched_this_file(self):
        found = self.eve.json("who", "bell.py", "--root", "team:")["touches"]
        self.assertEqual({(one["person"], one["session"]) for one in found}, {("ann", ONE), ("bob", TWO)})
        self.assertNotIn(MINE, json.dumps(found))
        self.assertIn(MINE, json.dumps(self.ann.json("who", "bell.py", "--root", "team:")))
        # By where it lies in the repository, whoever has it where.
        own = self.bob.json("who", self.apples + "/bell.py", "--root", "team:")["touches"]
        self.assertIn("ann", {one["person"] for one in own})
        local = self.ann.json("who", self.orchard + "/bell.py")["touches"]
        self.assertEqual([one["session"] for one in local if one["path"].startswith(self.orchard)], [ONE])
        nothing = self.eve.run("who", "nothing.py", "--root", "team:", check=False)
        self.assertEqual(nothing.returncode, 1)

    def test_which_session_made_this_commit(self):
        for digits in ("4f1d2c9", "4f1d2c9aaaabbbbccccddddeeeeffff0000111122"):
            found = self.eve.json("who", digits, "--root", "team:")["touches"]
            self.assertEqual({one["session"] for one in found}, {ONE}, digits)
            self.assertEqual({one["subject"] for one in found}, {"Ring earlier"})
        self.assertEqual(self.eve.run("who", "deadbeef", "--root", "team:", check=False).returncode, 1)

    def test_a_link(self):
        link = self.bob.json("team", "link", TWO[:8])["link"]
        self.assertEqual(link["resume"], f"clew resume {TWO} --root team:")
        self.assertNotIn("page", link)
        self.assertNotEqual(self.bob.run("team", "page", "https://x", check=False).returncode, 0)
        for wrong in ("javascript:alert(1)", "https://a b", "x"):
            self.assertNotEqual(self.admin.run("team", "page", wrong, check=False).returncode, 0, wrong)
        self.admin.run("team", "page", "https://clew.example.org:7373")
        link = self.bob.json("team", "link", ONE[:8])["link"]
        self.assertEqual(link["page"], f"https://clew.example.org:7373/#/s/{ONE}")
        self.assertNotEqual(self.eve.run("team", "link", MINE, check=False).returncode, 0)
        self.assertNotEqual(self.eve.run("team", "link", MINE[:8], check=False).returncode, 0)

    def test_commands_name_the_store(self):
        hit = self.eve.json("search", "orchard", "--root", "team:")
        opened = self.eve.run("search", "change it", "--root", "team:").stdout
        hits = self.eve.json("search", "change it", "--root", "team:")["hits"]
        self.assertTrue(hits and all(one["open"].endswith("--root team:") for one in hits), hits[:1])
        outcome = self.eve.json("outcome", TWO, "--root", "team:")
        self.assertEqual(outcome["resume"], f"clew resume {TWO} --root team:")

    def test_resume_prints_what_can_be_run(self):
        place = self.eve.home + "/there"
        os.makedirs(place, exist_ok=True)
        printed = self.eve.run("resume", TWO, "--root", "team:", "--print-command", "--folder", place, check=False)
        if printed.returncode == 0:  # where there is a claude
            self.assertTrue(printed.stdout.startswith(f"clew restore {TWO} --project"), printed.stdout)
            self.assertIn("--root team: && ", printed.stdout)
        self.assertFalse(os.path.exists(self.eve.home + "/.claude"))

    def test_a_torn_end_comes_back(self):
        session = "dddddddd-0000-4000-8000-000000000004"
        self.ann.write_session(self.orchard, session, turn(session, self.orchard, 1, "torn", "end")[0])
        file = f"{self.ann.home}/.claude/projects/{self.orchard.replace('/', '-')}/{session}.jsonl"
        with open(file, "a") as out:
            out.write('{"type":"user","message":{"role":"us')
        os.utime(file, (1_700_000_000, 1_700_000_000))  # nobody wrote to it for a minute
        self.ann.run("team", "push")
        self.bob.run("restore", session, "--root", "team:", "--to", self.bob.home + "/torn")
        found = [os.path.join(folder, name) for folder, _, names in os.walk(self.bob.home + "/torn") for name in names]
        with open(file, "rb") as mine, open(found[0], "rb") as theirs:
            self.assertEqual(mine.read(), theirs.read())
        self.ann.run("team", "unshare", session)

    def test_what_was_taken_back_goes_again(self):
        session = "eeeeeeee-0000-4000-8000-000000000005"
        self.ann.write_session(self.orchard, session, turn(session, self.orchard, 1, "again", "and again")[0])
        self.ann.run("team", "push")
        seen = lambda: session in self.eve.run("list", "--all", "--json", "--root", "team:").stdout
        self.assertTrue(seen())
        self.ann.run("team", "unshare", session[:8])
        self.assertFalse(seen())
        self.ann.run("team", "push")
        self.assertFalse(seen())
        self.ann.run("team", "share", session[:8])
        self.ann.run("team", "push")
        self.assertTrue(seen())
        # The file is gone here, and a short id still takes it back.
        os.remove(f"{self.ann.home}/.claude/projects/{self.orchard.replace('/', '-')}/{session}.jsonl")
        self.ann.run("team", "unshare", session[:8])
        self.assertFalse(seen())

    def test_invitations(self):
        for name in ("mine", "team"):
            refused = self.admin.run("team", "invite", name, check=False)
            self.assertNotEqual(refused.returncode, 0)
            self.assertNotEqual(self.team.postgres.psql(f"INSERT INTO clew.people (name, scopes) VALUES ('{name}', '{{read}}')", check=False).returncode, 0)
        self.assertNotIn("again", self.admin.json("team", "invite", "kim")["invited"])
        self.assertTrue(self.admin.json("team", "invite", "kim")["invited"]["again"])
        self.assertIn("already", self.admin.run("team", "invite", "kim").stdout)

    def test_options_of_others_are_refused(self):
        for words in (["share", self.orchard, "--dry-run"], ["push", "--with", "team"], ["invite", "x", "--no-redact"], ["status", "--scope", "read"]):
            self.assertNotEqual(self.ann.run("team", *words, check=False).returncode, 0, words)

    def test_an_address_that_others_can_read(self):
        file = self.eve.home + "/data/clew/team"
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
        os.chmod(file, 0o644)
        try:
            refused = self.eve.run("list", "--all", "--root", "team:", check=False)
            self.assertIn("chmod 600", refused.stdout + refused.stderr)
        finally:
            os.chmod(file, 0o600)

    def test_audit(self):
        self.assertFalse(self.admin.json("team", "audit")["audit"])
        self.assertNotEqual(self.eve.run("team", "audit", "on", check=False).returncode, 0)
        self.admin.run("team", "init", self.team.postgres.address("postgres", "for-tests-only"), "--audit")
        self.eve.run("show", TWO, "--root", "team:")
        read = self.team.postgres.psql("SELECT DISTINCT person, owner, session FROM clew.reads WHERE person = 'eve'").stdout
        self.assertIn(f"eve|bob|{TWO}", read)
        self.admin.run("team", "audit", "off")


if __name__ == "__main__":
    unittest.main(verbosity=2)
