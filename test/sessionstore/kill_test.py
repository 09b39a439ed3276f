#!/usr/bin/env python3
"""Servers killed at any moment while others append: every acknowledged batch is there once, none is torn. Two
processes share the store, so that each also meets what the other left.

    kill_test.py CLEW [ROUNDS]"""
import json
import random
import sys
import tempfile
import threading
import time
import uuid

from harness import Server

SESSIONS = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"]
QUERIES = [f"project=-work-app&session={SESSIONS[0]}", f"project=-work-app&session={SESSIONS[1]}",
           f"project=-work-app&session={SESSIONS[0]}&subpath=subagents%2Fagent-a"]
PARTS = 3


class Writer(threading.Thread):
    """Appends batches until its server goes; the one that was not acknowledged is sent again by the next."""

    def __init__(self, server, number, log, chance):
        super().__init__()
        self.server, self.number, self.log, self.chance = server, number, log, chance

    def run(self):
        while True:
            batch = self.log["pending"] or self.make()
            self.log["pending"] = batch
            try:
                status, _, text = self.server.append(QUERIES[batch["query"]], batch["body"], batch["id"])
            except OSError:
                return
            except Exception as error:  # an answer that was cut
                if type(error).__module__ != "http.client":
                    raise
                return
            if status == 200:
                self.log["done"].append(batch)
                self.log["pending"] = None
            elif status < 500:
                raise AssertionError(f"{status}: {text}")

    def make(self):
        batch = {"id": str(uuid.uuid4()), "query": self.chance.randrange(len(QUERIES))}
        pad = "x" * self.chance.choice([10, 1000, 300_000])
        lines = [json.dumps({"type": "mode", "batch": batch["id"], "part": part, "pad": pad}) for part in range(PARTS)]
        return {**batch, "body": ("\n".join(lines) + "\n").encode()}


def check(server, logs):
    found = {query: [] for query in range(len(QUERIES))}
    for number, query in enumerate(QUERIES):
        status, _, text = server.load(query)
        assert status in (200, 204), status
        lines = [json.loads(line) for line in text.splitlines()]  # a torn one would not parse
        assert len(lines) % PARTS == 0, f"{len(lines)} lines"
        for at in range(0, len(lines), PARTS):
            batch = lines[at:at + PARTS]
            assert len({line["batch"] for line in batch}) == 1, "batches are mixed"
            assert [line["part"] for line in batch] == list(range(PARTS)), "a batch is not whole"
            found[number].append(batch[0]["batch"])
        assert len(set(found[number])) == len(found[number]), "a batch is there twice"
    for log in logs:
        for number in range(len(QUERIES)):
            mine = [batch["id"] for batch in log["done"] if batch["query"] == number]
            there = set(mine)
            assert [one for one in found[number] if one in there] == mine, "an acknowledged batch is missing or out of order"
    return sum(len(one) for one in found.values())


def main():
    clew, rounds, chance = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12, random.Random(11)
    with tempfile.TemporaryDirectory() as place:
        logs = [{"done": [], "pending": None} for _ in range(4)]
        for turn in range(rounds):
            servers = [Server(clew, place, name=f"run{i}") for i in range(2)]
            writers = [Writer(servers[i % 2], i, log, random.Random(chance.random())) for i, log in enumerate(logs)]
            for writer in writers:
                writer.start()
            time.sleep(0.1 + chance.random() * 0.5)
            servers[0].kill()
            time.sleep(0.1)
            check(servers[1], [])  # who lives sees whole batches, also where the other was killed
            servers[1].kill()
            for writer in writers:
                writer.join()
        with Server(clew, place) as server:
            # What was pending when its server went is sent again, and is there once.
            for log in logs:
                batch = log["pending"]
                if batch:
                    assert server.append(QUERIES[batch["query"]], batch["body"], batch["id"])[0] == 200
                    log["done"].append(batch)
            count = check(server, [])
            acknowledged = sum(len(log["done"]) for log in logs)
            for log in logs:
                log["done"] = log["done"][:-1] if log["pending"] else log["done"]  # in its place, wherever that is
            check(server, logs)
            assert count == acknowledged, f"{count} batches are there, {acknowledged} were acknowledged"
            assert count > rounds * 4, f"only {count} batches in {rounds} rounds"
            shown = server.run("check", SESSIONS[0], "--json", check=False)
            assert "torn" not in shown.stdout, shown.stdout
        print(f"{count} batches, {rounds} rounds, {2 * rounds} kills")


main()
