"""make_tree.py --out DIR: a small tree of invented sessions, for machines without the shared generator.

The same bytes every time: 300 sessions in 12 projects, sizes from 2 KB to 20 MB, about 60 MB in all,
with prompts, thinking, parallel tool calls, results written twice as the real client does, rewinds,
compactions, titles and subagents.

make_tree.py --out DIR --many N: N sessions of a few lines in N / 100 projects instead.
"""
import argparse
import json
import os
import random
import time

WORDS = ("the of and to in is that it for you as with be this on are not have by or from at we can will if all when file code "
         "error line function test return value new read write path build module server client request response update create "
         "delete branch commit merge search index session 中文 naïve → ✓ 🎉").split()
START = 1_760_000_000


class Session:
    def __init__(self, dice, project, agent=None, session=None, clock=None):
        self.dice, self.agent = dice, agent
        self.cwd = f"/home/dev/work/project-{project:02}"
        self.id = session or self.uuid()
        self.clock = clock or START + dice.random() * 86400 * 60
        self.lines, self.size, self.parent, self.prompts, self.agents = [], 0, None, [], []

    def uuid(self):
        digits = f"{self.dice.getrandbits(128):032x}"
        return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"

    def text(self, words):
        return " ".join(self.dice.choices(WORDS, k=max(1, int(self.dice.expovariate(1 / words)))))

    def stamp(self):
        self.clock += self.dice.random() * 5
        return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(self.clock)) + f".{int(self.clock * 1000) % 1000:03}Z"

    def write(self, entry):
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        self.lines.append(line)
        self.size += len(line.encode()) + 1

    def node(self, kind, parent="last", **fields):
        uuid = self.uuid()
        entry = {"parentUuid": self.parent if parent == "last" else parent, "isSidechain": self.agent is not None,
                 "cwd": self.cwd, "sessionId": self.id, "version": "2.1.40", "gitBranch": "main", "type": kind, **fields,
                 "uuid": uuid, "timestamp": self.stamp()}
        if self.agent:
            entry["agentId"] = self.agent
        self.write(entry)
        self.parent = uuid
        return uuid

    def answer(self, blocks):
        message, request = f"msg_{self.dice.getrandbits(80):020x}", f"req_{self.dice.getrandbits(80):020x}"
        usage = {"input_tokens": self.dice.randrange(10), "output_tokens": self.dice.randrange(900),
                 "cache_read_input_tokens": self.dice.randrange(90000), "cache_creation_input_tokens": 500}
        return [self.node("assistant", requestId=request, message={
            "model": "claude-sonnet-4-5-20250929", "id": message, "type": "message", "role": "assistant", "content": [block],
            "stop_reason": None, "usage": usage}) for block in blocks]

    def tools(self):
        blocks = [{"type": "thinking", "thinking": self.text(60), "signature": f"{self.dice.getrandbits(800):x}"},
                  {"type": "text", "text": self.text(30)}]
        calls = [{"type": "tool_use", "id": f"toolu_{self.dice.getrandbits(80):020x}", "name": self.dice.choice(["Bash", "Read", "Edit"]),
                  "input": {"command": self.text(15), "file_path": f"{self.cwd}/{self.dice.randrange(99)}.ts"}}
                 for _ in range(self.dice.choice([1, 1, 1, 2]))]
        uuids = self.answer(blocks + calls)[-len(calls):]
        for call, uuid in zip(calls, uuids):
            output = self.text(250)
            self.node("user", parent=uuid, sourceToolAssistantUUID=uuid, toolUseResult={"stdout": output, "stderr": ""},
                      message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": call["id"], "content": output}]})

    def turn(self):
        if self.prompts and self.dice.random() < 0.05:
            self.parent = self.dice.choice(self.prompts[-4:])  # a rewind
        self.prompts.append(self.parent)
        self.node("user", message={"role": "user", "content": self.text(30)})
        for _ in range(1 + int(self.dice.expovariate(0.25))):
            self.tools()
            if not self.agent and self.dice.random() < 0.01:
                self.agents.append((f"a{self.dice.getrandbits(64):016x}", self.clock))
        self.answer([{"type": "text", "text": self.text(120)}])
        if not self.agent and self.dice.random() < 0.02:
            last = self.parent
            self.node("system", parent=None, logicalParentUuid=last, subtype="compact_boundary", content="Conversation compacted",
                      compactMetadata={"trigger": "auto", "preTokens": 160000})
            self.node("user", isCompactSummary=True, message={"role": "user", "content": self.text(500)})

    def fill(self, size):
        while self.size < size:
            self.turn()
            if len(self.prompts) == 1 and not self.agent:
                self.write({"type": "ai-title", "aiTitle": self.text(6), "sessionId": self.id})

    def save(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")
        os.utime(path, (self.clock, self.clock))


def make_many(out, count):
    projects = max(1, count // 100)
    for number in range(count):
        dice = random.Random(number)
        project = dice.randrange(projects)
        session = Session(dice, project)
        for _ in range(dice.choice([1, 2, 3])):
            session.node("user", message={"role": "user", "content": session.text(20)})
            session.answer([{"type": "text", "text": session.text(40)}])
        session.save(f"{out}/projects/-home-dev-work-project-{project:02}/{session.id}.jsonl")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    parser.add_argument("--many", type=int, help="this many small sessions")
    given = parser.parse_args()
    if given.many:
        return make_many(given.out, given.many)
    out = given.out
    sizes = random.Random("sizes")
    for number in range(300):
        dice = random.Random(f"session {number}")
        project = dice.randrange(12)
        session = Session(dice, project)
        session.fill(20_000_000 if number == 0 else sizes.lognormvariate(10.8, 1.4))
        folder = f"{out}/projects/-home-dev-work-project-{project:02}"
        session.save(f"{folder}/{session.id}.jsonl")
        for name, clock in session.agents:
            agent = Session(dice, project, name, session.id, clock)
            agent.fill(dice.expovariate(1 / 40000))
            agent.save(f"{folder}/{session.id}/subagents/agent-{name}.jsonl")


main()
