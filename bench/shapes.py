"""Sessions of a given number of lines, each of one shape that something quadratic could stumble over."""
import json

SESSION = "5ba9e000-0000-4000-8000-000000000001"


def uuid(number, kind=0):
    return f"{kind:08x}-0000-4000-8000-{number:012x}"


class Lines:
    """Writes lines; times go up by a second a line."""

    def __init__(self, file):
        self.file, self.count = file, 0

    def write(self, entry):
        self.count += 1
        self.file.write(json.dumps(entry, separators=(",", ":")) + "\n")

    def node(self, kind, name, parent, **fields):
        clock = 1_760_000_000 + self.count
        stamp = f"2025-10-{9 + clock // 86400 % 20:02}T{clock // 3600 % 24:02}:{clock // 60 % 60:02}:{clock % 60:02}.000Z"
        self.write({"parentUuid": parent, "isSidechain": False, "cwd": "/work", "sessionId": SESSION, "version": "2.1.40",
                    "gitBranch": "main", "type": kind, **fields, "uuid": name, "timestamp": stamp})
        return name

    def prompt(self, name, parent, text="a prompt of a few words", **fields):
        return self.node("user", name, parent, message={"role": "user", "content": text}, **fields)

    def answer(self, name, parent, blocks, message, **fields):
        usage = {"input_tokens": 3, "output_tokens": 20, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 5}
        return self.node("assistant", name, parent, requestId=f"req_{message}", message={
            "model": "claude-sonnet-4-5-20250929", "id": f"msg_{message}", "type": "message", "role": "assistant",
            "content": blocks, "stop_reason": None, "usage": usage}, **fields)

    def result(self, name, parent, calls):
        return self.node("user", name, parent, toolUseResult={"stdout": "output"}, message={"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": call, "content": "output"} for call in calls]})


def text(words="an answer"):
    return {"type": "text", "text": words}


def call(number):
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": "ls"}}


def chain(lines, count):
    last = None
    for i in range(count // 2):
        last = lines.prompt(uuid(2 * i), last)
        last = lines.answer(uuid(2 * i + 1), last, [text()], i)


def leaves(lines, count):
    """A chain, and at each of its messages another end."""
    last = None
    for i in range(count // 3):
        last = lines.prompt(uuid(3 * i), last)
        lines.prompt(uuid(3 * i + 1), last, "another way")
        last = lines.answer(uuid(3 * i + 2), last, [text()], i)


def fan(lines, count):
    """All branches at one message."""
    root = lines.prompt(uuid(0), None)
    root = lines.answer(uuid(1), root, [text()], 0)
    for i in range(1, count // 2):
        last = lines.prompt(uuid(2 * i), root, f"way {i}")
        lines.answer(uuid(2 * i + 1), last, [text()], i)


def roots(lines, count):
    """The first prompt was edited again and again."""
    for i in range(count // 2):
        last = lines.prompt(uuid(2 * i), None, f"begin {i}")
        lines.answer(uuid(2 * i + 1), last, [text()], i)


def compactions(lines, count):
    last = None
    for i in range(count // 4):
        last = lines.prompt(uuid(4 * i), last)
        last = lines.answer(uuid(4 * i + 1), last, [text()], i)
        kept = {"headUuid": uuid(0), "tailUuid": last, "anchorUuid": uuid(4 * i + 3)}
        boundary = lines.node("system", uuid(4 * i + 2), None, subtype="compact_boundary", content="Conversation compacted",
                              logicalParentUuid=last,
                              compactMetadata={"trigger": "auto", "preTokens": 100000, "preservedSegment": kept})
        last = lines.prompt(uuid(4 * i + 3), boundary, "a summary", isCompactSummary=True)


def calls(lines, count):
    """One message with all calls, each on a line of its own and answered below itself."""
    last = lines.prompt(uuid(0), None)
    half = count // 2
    for i in range(1, half):
        last = lines.answer(uuid(i), last, [call(i)], 0)
    for i in range(1, half):
        lines.result(uuid(i, 1), uuid(i), [f"toolu_{i}"])
    lines.prompt(uuid(1, 2), uuid(half - 1, 1))


def blocks(lines, count):
    """All calls on one line, all results on two others in turn."""
    first = lines.prompt(uuid(0), None)
    half = count // 2
    said = lines.answer(uuid(1), first, [call(i) for i in range(half)], 0)
    even = lines.result(uuid(2), said, [f"toolu_{i}" for i in range(0, half, 2)])
    odd = lines.result(uuid(3), even, [f"toolu_{i}" for i in range(1, half, 2)])
    lines.prompt(uuid(4), odd)


def results(lines, count):
    """All calls on one line, each answered by a line of its own below it."""
    first = lines.prompt(uuid(0), None)
    said = lines.answer(uuid(1), first, [call(i) for i in range(count)], 0)
    for i in range(count):
        lines.result(uuid(i + 2), said, [f"toolu_{i}"])
    lines.prompt(uuid(count + 2), uuid(count + 1))


def sidechains(lines, count):
    """Subagents of 2.0: their lines stand between those of the session."""
    last = None
    for i in range(count // 4):
        last = lines.prompt(uuid(4 * i), last)
        side = lines.prompt(uuid(4 * i + 1), None, "a task", isSidechain=True, agentId=f"a{i}")
        lines.answer(uuid(4 * i + 2), side, [text()], f"s{i}", isSidechain=True, agentId=f"a{i}")
        last = lines.answer(uuid(4 * i + 3), last, [text()], i)


def snapshots(lines, count):
    """A snapshot of the tracked files at every prompt, with one file more each hundred prompts."""
    last, third = None, count // 3
    for i in range(third):
        last = lines.prompt(uuid(2 * i), last)
        files = {f"src/file{k}.ts": {"backupFileName": f"{k:016x}@v{i}", "version": i, "backupTime": "2025-10-09T10:00:00.000Z"}
                 for k in range(max(0, i // 100 - 9), i // 100 + 1)}
        lines.write({"type": "file-history-snapshot", "messageId": last, "isSnapshotUpdate": False, "snapshot": {
            "messageId": last, "timestamp": "2025-10-09T10:00:00.000Z", "trackedFileBackups": files}})
        last = lines.answer(uuid(2 * i + 1), last, [text()], i)


def tracked(lines, count):
    """One prompt after which very many files are tracked, one delta a line."""
    first = lines.prompt(uuid(0), None)
    lines.write({"type": "file-history-snapshot", "messageId": first, "isSnapshotUpdate": False, "snapshot": {
        "messageId": first, "timestamp": "2025-10-09T10:00:00.000Z", "trackedFileBackups": {}}})
    for i in range(count):
        lines.write({"type": "file-history-delta", "messageId": first, "snapshotMessageId": first, "trackingPath": f"src/f{i}.ts",
                     "backup": {"backupFileName": f"{i:016x}@v1", "version": 1, "backupTime": "2025-10-09T10:00:00.000Z"},
                     "timestamp": "2025-10-09T10:00:00.000Z"})


def prompts(lines, count):
    """Nobody answers."""
    last = None
    for i in range(count):
        last = lines.prompt(uuid(i), last, f"prompt {i}")


def progress(lines, count):
    """Long runs of progress lines between two messages."""
    last = lines.prompt(uuid(0), None)
    for i in range(1, count):
        if i % 1000 == 0:
            last = lines.prompt(uuid(i), last)
        else:
            last = lines.node("progress", uuid(i), last, data={"type": "hook_progress"}, toolUseID="toolu_0")


def summaries(lines, count):
    """A title for every message, and where the conversation stands after each."""
    chain(lines, count // 3)
    for i in range(count // 3):
        lines.write({"type": "summary", "summary": f"title {i}", "leafUuid": uuid(i % max(1, count // 3))})
        lines.write({"type": "last-prompt", "leafUuid": uuid(i % max(1, count // 3)), "lastPrompt": "p", "sessionId": SESSION})


def lost(lines, count):
    """Parents that are not in the file."""
    for i in range(count):
        lines.prompt(uuid(i), uuid(i, 9))


def editors(lines, count):
    """Prompts with long lists of what an editor attached."""
    last = None
    for i in range(count // 20):
        items = "".join(f"> - 📄 `src/file{k}.ts`\n" for k in range(20))
        last = lines.prompt(uuid(i), last, f"> **上下文资料**\n> \n{items}\nquestion {i}")


SHAPES = {shape.__name__: shape for shape in (chain, leaves, fan, roots, compactions, calls, blocks, results, sidechains, snapshots,
                                              tracked, prompts, progress, summaries, lost, editors)}


def write(shape, count, path):
    with open(path, "w", encoding="utf-8") as file:
        SHAPES[shape](Lines(file), count)
