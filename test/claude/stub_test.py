# SPDX-License-Identifier: MIT
"""The stub of the Messages API refuses what the API refuses, in its words and its form: stub_test.py REFUSED"""
import json
import sys
import urllib.error
import urllib.request

import stub

CALL = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}


def user(content):
    return {"role": "user", "content": content}


def assistant(*blocks):
    return {"role": "assistant", "content": list(blocks)}


def ask(url, body):
    request = urllib.request.Request(url + "/v1/messages", data=body, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def main():
    server = stub.start(sys.argv[1])
    url = f"http://127.0.0.1:{server.server_address[1]}"
    hello = user("hello")
    taken = [[hello], [hello, assistant(CALL), user([RESULT])]]
    refused = [
        ([hello, assistant(CALL), hello], "`tool_use` ids were found without `tool_result`"),
        ([hello, user([RESULT])], "unexpected `tool_use_id` found in `tool_result`"),
        ([user([{"type": "text", "text": ""}])], "text content blocks must be non-empty"),
        ([user("\ud83d")], "no low surrogate in string"),
        ([user("a\0b")], "unexpected end of data"),
    ]
    for messages in taken:
        status, answer = ask(url, json.dumps({"messages": messages}).encode())
        assert status == 200 and answer["type"] == "message", (status, answer)
    for messages, words in refused:
        status, answer = ask(url, json.dumps({"messages": messages}).encode())
        assert status == 400 and answer["error"]["type"] == "invalid_request_error", (status, answer)
        assert words in answer["error"]["message"], answer
    status, answer = ask(url, b'{"messages": [')
    assert status == 400 and "not valid JSON" in answer["error"]["message"], (status, answer)
    server.shutdown()


main()
