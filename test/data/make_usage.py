#!/usr/bin/env python3
"""make_usage.py: writes test/data/usage, an invented root on which `clew usage` can be checked by hand.

Orchard, session 1111: a response of three lines that grows (one-hour cache writes), one with two calls and a
subagent, a rewound prompt (an abandoned branch), a question beside the thread (/btw) that repeats the first response
under a requestId of its own, an API error, and lines with impossible figures. Session 2222 is a fork of it, written
as CLI 2.0.73 does: the lines again, with new uuids and times and without requestId, and one response of its own.
Bakery, session 3333: an old line with costUSD and usage beside the message, a model behind a gateway without
requestId, a prompt beyond 200,000 tokens, web searches; around a change of the clock in Berlin."""
import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent / "usage" / "projects"
S1, S2, S3 = (f"{digit * 8}-0000-4000-8000-000000000000" for digit in "123")


class Session:
    def __init__(self, session, cwd, agent=None):
        self.session, self.cwd, self.agent, self.lines, self.count, self.parent = session, cwd, agent, [], 0, None

    def node(self, kind, time, parent="last", **more):
        self.count += 1
        uuid = f"{(self.agent or self.session)[:4]}{self.count:04}-0000-4000-8000-000000000000"
        entry = {"parentUuid": self.parent if parent == "last" else parent, "isSidechain": self.agent is not None,
                 "cwd": self.cwd, "sessionId": self.session, "version": "2.1.40", "type": kind, "uuid": uuid,
                 "timestamp": time, **more}
        if self.agent:
            entry["agentId"] = self.agent
        self.lines.append(entry)
        self.parent = uuid
        return uuid

    def prompt(self, time, text, **more):
        return self.node("user", time, message={"role": "user", "content": text}, **more)

    def answer(self, time, message, request, model, usage, content, **more):
        body = {"id": message, "type": "message", "role": "assistant", "model": model, "content": content, "usage": usage}
        if request:
            more["requestId"] = request
        return self.node("assistant", time, message=body, **more)

    def write(self, *where):
        path = ROOT.joinpath(*where)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines))


def usage(i, o, read=0, w5=0, w1=0, **more):
    return {"input_tokens": i, "cache_creation_input_tokens": w5 + w1, "cache_read_input_tokens": read, "output_tokens": o,
            "cache_creation": {"ephemeral_5m_input_tokens": w5, "ephemeral_1h_input_tokens": w1}, **more}


def text(words):
    return [{"type": "text", "text": words}]


def call(id, name, **input):
    return [{"type": "tool_use", "id": id, "name": name, "input": input}]


def result(id, words):
    return [{"type": "tool_result", "tool_use_id": id, "content": words}]


OPUS, HAIKU, SONNET = "claude-opus-4-5-20251101", "claude-haiku-4-5-20251001", "claude-sonnet-4-5-20250929"

one = Session(S1, "/home/dev/orchard")
one.prompt("2026-01-05T09:00:00.000Z", "Plan the orchard")
grown = [(1, "2026-01-05T09:00:04.000Z"), (8, "2026-01-05T09:00:05.000Z"), (420, "2026-01-05T09:00:06.000Z")]
for output, time in grown:
    one.answer(time, "msg_plan", "req_plan", OPUS, usage(4, output, 12000, 0, 3000), text("Apples, pears"))
fork = one.parent
one.prompt("2026-01-05T09:10:00.000Z", "Draw the rows")
one.answer("2026-01-05T09:10:05.000Z", "msg_draw", "req_draw", OPUS, usage(6, 900, 15000, 800), call("toolu_draw", "Bash", command="draw"))
one.node("user", "2026-01-05T09:10:07.000Z", message={"role": "user", "content": result("toolu_draw", "drawn")})
one.answer("2026-01-05T09:10:09.000Z", "msg_check", "req_check", OPUS, usage(5, 300, 16000, 400),
           call("toolu_agent", "Task", prompt="Check the soil") + call("toolu_read", "Read", file_path="soil.md"))
one.node("user", "2026-01-05T09:12:00.000Z", message={"role": "user", "content": result("toolu_agent", "sandy") + result("toolu_read", "-")},
         toolUseResult={"agentId": "a1", "status": "completed", "totalTokens": 99999, "usage": {"input_tokens": 99999, "output_tokens": 99999}})
one.answer("2026-01-05T09:12:10.000Z", "msg_done", "req_done", OPUS, usage(3, 50, 16500, 100), text("Rows are drawn"))
one.answer("2026-01-05T09:13:00.000Z", "msg_odd", "req_odd", OPUS, {**usage(2, 10), "output_tokens": -5, "cache_read_input_tokens": 1e15},
           text("Odd"))
one.prompt("2026-01-06T08:00:00.000Z", "Draw circles instead", parent=fork)
one.answer("2026-01-06T08:00:05.000Z", "msg_circles", "req_circles", OPUS, usage(6, 700, 15000, 700), text("Circles"))
one.answer("2026-01-06T08:01:00.000Z", "msg_error", None, "<synthetic>", usage(0, 0), text("API Error: overloaded"), isApiErrorMessage=True)
one.write("-home-dev-orchard", f"{S1}.jsonl")

agent = Session(S1, "/home/dev/orchard", agent="a1")
agent.prompt("2026-01-05T09:10:10.000Z", "Check the soil")
agent.answer("2026-01-05T09:11:00.000Z", "msg_soil", "req_soil", HAIKU, usage(900, 200, 0, 5000), text("Sandy"))
agent.write("-home-dev-orchard", S1, "subagents", "agent-a1.jsonl")

aside = Session(S1, "/home/dev/orchard", agent="aside_question-b2")
aside.answer("2026-01-05T09:00:06.000Z", "msg_plan", "req_replayed", OPUS, usage(4, 420, 12000, 0, 3000), text("Apples, pears"))
aside.answer("2026-01-05T09:20:00.000Z", "msg_aside", "req_aside", OPUS, usage(10, 30, 15000), text("By the way"))
aside.write("-home-dev-orchard", S1, "subagents", "agent-aside_question-b2.jsonl")

two = Session(S2, "/home/dev/orchard")
two.prompt("2026-01-07T10:00:00.000Z", "Plan the orchard")
for output, time in grown:
    two.answer("2026-01-07T10:00:00.000Z", "msg_plan", None, OPUS, usage(4, output, 12000, 0, 3000), text("Apples, pears"))
two.prompt("2026-01-07T10:00:10.000Z", "And plums?")
two.answer("2026-01-07T10:00:15.000Z", "msg_plums", "req_plums", OPUS, usage(7, 80, 15000, 200), text("Plums too"))
two.write("-home-dev-orchard", f"{S2}.jsonl")

three = Session(S3, "/home/dev/bakery")
three.lines.append({"type": "assistant", "uuid": "33330000-0000-4000-8000-000000000000", "parentUuid": None, "isSidechain": False,
                    "sessionId": S3, "timestamp": "2026-03-28T22:30:00.000Z", "costUSD": 0.0135, "durationMs": 900, "model": SONNET,
                    "message": {"id": "msg_old", "role": "assistant", "content": "Old bread"},
                    "usage": {"input_tokens": 500, "output_tokens": 800}})
three.prompt("2026-03-28T23:30:00.000Z", "Bake")
for output in (3, 60):
    three.answer("2026-03-28T23:30:30.000Z", "chatcmpl-77", None, "glm-4.6", {"input_tokens": 1200, "output_tokens": output}, text("Bread"))
three.prompt("2026-03-29T21:30:00.000Z", "Read all recipes")
three.answer("2026-03-29T21:59:00.000Z", "msg_long", "req_long", SONNET,
             usage(50000, 1000, 160000, server_tool_use={"web_search_requests": 3}), text("Read"))
three.answer("2026-03-29T22:30:00.000Z", "msg_short", "req_short", SONNET, usage(50000, 1000, 150000), text("Read"))
three.lines.append({"type": "cost-state", "sessionId": S3, "totalCostUSD": 1.0, "modelUsage": {}})
three.write("-home-dev-bakery", f"{S3}.jsonl")
