# SPDX-License-Identifier: MIT
"""A stub of the Messages API for tests with the real CLI: refuses what the API refuses, by the rules of `clew doctor`,
records what it is sent and answers by what the last prompt asks for. Nothing of a model is here; loopback only."""
import json
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MARK = "CLEWTEST"  # in every prompt of ours; requests without it are the CLI's own (titles, warm-ups)


def texts(message):
    content = message["content"]
    if isinstance(content, str):
        return [content]
    return [block.get("text", "") for block in content if block.get("type") == "text"]


def last_prompt(request):
    """The last prompt of ours in the request, and whether something followed it."""
    found, after = None, False
    for message in request.get("messages", []):
        if message["role"] != "user":
            after = found is not None
            continue
        for text in texts(message):
            if MARK in text and "<system-reminder>" not in text:
                found, after = text, False
    return found, after


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.answer_json({})

    def do_HEAD(self):
        self.answer_json({})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            request = json.loads(body)
        except ValueError:
            request = {}
        if not self.path.startswith("/v1/messages"):
            return self.answer_json({})
        if "count_tokens" in self.path:
            return self.answer_json({"input_tokens": 10})
        prompt, answered = last_prompt(request)
        # A title or a summary is asked for without tools.
        ours = prompt is not None and len(request.get("tools") or []) > 2
        if ours:
            with self.server.lock:
                self.server.received.append(request)
        refusal = self.server.refusal(body)
        if refusal:
            return self.refuse(refusal)
        if ours:
            with self.server.lock:
                self.server.requests.append(request)
        self.answer(request, prompt if ours else None, answered)

    def refuse(self, refusal):
        large = refusal["rule"] == 1
        kind = "request_too_large" if large else "invalid_request_error"
        self.answer_json({"type": "error", "error": {"type": kind, "message": refusal["message"]},
                          "request_id": f"req_stub{self.server.count:06d}"}, 413 if large else 400)

    def answer_json(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def answer(self, request, prompt, answered):
        self.server.count += 1
        number = self.server.count
        model = request.get("model", "stub")
        usage = {"input_tokens": 100, "cache_creation_input_tokens": 11, "cache_read_input_tokens": 22,
                 "output_tokens": 33, "service_tier": "standard"}
        words = (prompt or "").replace(MARK, "").split()
        if prompt and words and words[0] == "write" and not self.has_result(request):
            block = {"type": "tool_use", "id": f"toolu_stub{number:06d}", "name": "Write",
                     "input": {"file_path": words[1], "content": "written\n"}}
        elif prompt and words and words[0] == "parallel" and not self.has_result(request):
            block = [{"type": "tool_use", "id": f"toolu_stub{number:06d}{i}", "name": "Read",
                      "input": {"file_path": words[1]}} for i in range(3)]
        else:
            block = {"type": "text", "text": f"ANSWER {' '.join(words)}" if prompt else "A short title"}
        blocks = block if isinstance(block, list) else [block]
        stop = "tool_use" if blocks[0]["type"] == "tool_use" else "end_turn"
        message = {"id": f"msg_stub{number:06d}", "type": "message", "role": "assistant", "model": model,
                   "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        if not request.get("stream"):
            return self.answer_json({**message, "content": blocks, "stop_reason": stop})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            self.event("message_start", {"message": message})
            for index, one in enumerate(blocks):
                self.stream_block(index, one, slow=words[:1] == ["slow"])
            self.event("message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None},
                                         "usage": {"output_tokens": 33}})
            self.event("message_stop", {})
        except OSError:
            pass  # interrupted
        self.close_connection = True

    @staticmethod
    def has_result(request):
        last = request["messages"][-1]
        return isinstance(last["content"], list) and any(b.get("type") == "tool_result" for b in last["content"])

    def stream_block(self, index, block, slow):
        if block["type"] == "text":
            self.event("content_block_start", {"index": index, "content_block": {"type": "text", "text": ""}})
            if slow:
                for _ in range(600):
                    self.event("content_block_delta", {"index": index, "delta": {"type": "text_delta", "text": "slow "}})
                    time.sleep(0.05)
            self.event("content_block_delta", {"index": index, "delta": {"type": "text_delta", "text": block["text"]}})
        else:
            start = {**block, "input": {}}
            self.event("content_block_start", {"index": index, "content_block": start})
            self.event("content_block_delta", {"index": index, "delta": {
                "type": "input_json_delta", "partial_json": json.dumps(block["input"])}})
        self.event("content_block_stop", {"index": index})

    def event(self, name, value):
        self.wfile.write(f"event: {name}\ndata: {json.dumps({'type': name, **value})}\n\n".encode())
        self.wfile.flush()


class Server(ThreadingHTTPServer):
    """`checker` is the program that says what the API would refuse (refused.cc)."""
    daemon_threads = True

    def __init__(self, checker):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.requests = []  # that were answered
        self.received = []  # all
        self.count = 0
        self.checker = subprocess.Popen([checker], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def refusal(self, body):
        with self.lock:
            self.checker.stdin.write(body.replace(b"\n", b" ") + b"\n")
            self.checker.stdin.flush()
            return json.loads(self.checker.stdout.readline())


def start(checker):
    server = Server(checker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
