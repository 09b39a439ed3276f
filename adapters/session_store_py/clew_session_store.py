# SPDX-License-Identifier: MIT
"""A SessionStore for the Claude Agent SDK over `clew serve --session-store`.

Standard library only. The requests run in a few threads of their own, so the event loop is never kept waiting.
docs/session-store.md says what is behind it."""
from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import socket
import time
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

__all__ = ["ClewSessionStore", "ClewStoreError"]

_ROUTES = "/api/store/v1/"
_MOST = 256 << 20  # bytes of a batch that the server takes
_MOST_UNSENT = 64


class ClewStoreError(Exception):
    """Why a call failed. `status` is that of HTTP; 0 when there was no answer."""

    def __init__(self, message: str, status: int = 0):
        super().__init__(message)
        self.status = status


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float):
        super().__init__("clew", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class _Batch:
    """What is sent for a list of entries: the same again as long as it was not acknowledged."""

    def __init__(self, entries: list[Any], query: str, body: bytes):
        self.entries, self.query, self.body = entries, query, body
        self.id = str(uuid.uuid4())


class ClewSessionStore:
    """url: where `clew serve --session-store` listens, http://..., https://... or unix:///path/api.sock; else
    $CLEW_URL, else http://127.0.0.1:7373. token: its token, else $CLEW_TOKEN. prefix: put before every project key, so
    that programs that share a server do not meet. timeout: seconds for one try. deadline: for all tries of a call
    together; the SDK gives up after 60. concurrency: requests at once."""

    def __init__(self, url: str | None = None, token: str | None = None, *, prefix: str = "", timeout: float = 20.0,
                 deadline: float = 50.0, concurrency: int = 8):
        self._url = (url or os.environ.get("CLEW_URL") or "http://127.0.0.1:7373").rstrip("/")
        self._token = token if token is not None else os.environ.get("CLEW_TOKEN", "")
        self._prefix, self._timeout, self._deadline = prefix, timeout, deadline
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="clew-session-store")
        # Batches that were not acknowledged, by the very list: the SDK tries again with the same one.
        self._unsent: dict[int, _Batch] = {}
        # Appends of a transcript that run or wait: one after the other, so that order is kept.
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}

    async def append(self, key: dict[str, Any], entries: list[Any]) -> None:
        query = self._query_of(key)
        if not entries:
            return
        end = time.monotonic() + self._deadline
        lock, waiting = self._turns.get(query) or (asyncio.Lock(), 0)
        self._turns[query] = (lock, waiting + 1)
        try:
            async with lock:
                batch = self._batch_of(query, entries, await self._run(_body_of, entries))
                headers = {"Content-Type": "application/x-ndjson", "Idempotency-Key": batch.id}
                await self._call("append", query, end, batch.body, headers)
        finally:
            waiting = self._turns[query][1] - 1
            if waiting:
                self._turns[query] = (lock, waiting)
            else:
                del self._turns[query]
        self._unsent.pop(id(entries), None)  # the same list may now be meant as a new batch

    async def load(self, key: dict[str, Any]) -> list[Any] | None:
        status, body = await self._get("load", self._query_of(key))
        if status == 204:
            return None
        return await self._run(lambda: [json.loads(line) for line in body.split(b"\n") if line])

    async def list_sessions(self, project_key: str) -> list[dict[str, Any]]:
        _, body = await self._get("sessions", self._project_of(project_key))
        return [{"session_id": row["sessionId"], "mtime": row["mtime"]} for row in json.loads(body)["sessions"]]

    async def list_session_summaries(self, project_key: str) -> list[dict[str, Any]]:
        _, body = await self._get("summaries", self._project_of(project_key))
        return [{"session_id": row["sessionId"], "mtime": row["mtime"], "data": row["data"]}
                for row in json.loads(body)["summaries"]]

    async def list_subkeys(self, key: dict[str, Any]) -> list[str]:
        only = {"project_key": key["project_key"], "session_id": key["session_id"]}
        _, body = await self._get("subkeys", self._query_of(only))
        return json.loads(body)["subkeys"]

    async def delete(self, key: dict[str, Any]) -> None:
        end = time.monotonic() + self._deadline
        await self._call("delete", self._query_of(key), end, b"{}", {"Content-Type": "application/json"})

    def close(self) -> None:
        """Waits for requests that run. Not needed at the end of a program."""
        self._threads.shutdown()

    def _project_of(self, project_key: str) -> str:
        if not isinstance(project_key, str) or not project_key:
            raise ClewStoreError("the project's key is empty")
        own = _plain_part(project_key)
        return f"project={_encoded(f'{_plain_part(self._prefix)}/{own}' if self._prefix else own)}"

    def _query_of(self, key: dict[str, Any]) -> str:
        session_id, subpath = key["session_id"], key.get("subpath")
        if not isinstance(session_id, str) or not session_id:
            raise ClewStoreError("the session's id is empty")
        query = f"{self._project_of(key['project_key'])}&session={_encoded(session_id)}"
        if subpath is None:
            return query
        if not isinstance(subpath, str) or not subpath:
            raise ClewStoreError("the subpath is empty; leave it out for the main transcript")
        return f"{query}&subpath={_encoded(subpath)}"

    def _batch_of(self, query: str, entries: list[Any], body: bytes) -> _Batch:
        known = self._unsent.get(id(entries))
        if known and known.entries is entries and known.query == query and known.body == body:
            return known
        batch = _Batch(entries, query, body)
        self._unsent.pop(id(entries), None)
        self._unsent[id(entries)] = batch
        while len(self._unsent) > _MOST_UNSENT:
            self._unsent.pop(next(iter(self._unsent)))
        return batch

    async def _get(self, route: str, query: str) -> tuple[int, bytes]:
        return await self._call(route, query, time.monotonic() + self._deadline)

    async def _call(self, route: str, query: str, end: float, body: bytes | None = None,
                    headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Tries until it is answered, refused for good, or the time is up. Trying again is safe: a batch has an id."""
        tries = 0
        while True:
            tries += 1
            try:
                return await self._run(self._try_once, f"{_ROUTES}{route}?{query}", end, body, headers or {})
            except (OSError, http.client.HTTPException, ClewStoreError) as error:
                pause = min(0.1 * 2**tries, 2.0) * random.uniform(0.5, 1.0)
                if not _is_passing(error) or time.monotonic() + pause >= end:
                    raise self._explained(error, route) from error
                await asyncio.sleep(pause)

    async def _run(self, task: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, task, *arguments)

    def _try_once(self, target: str, end: float, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        connection = self._connect(max(0.001, min(self._timeout, end - time.monotonic())))
        try:
            sent = {"Authorization": f"Bearer {self._token}", **headers}
            connection.request("GET" if body is None else "POST", target, body, sent)
            answer = connection.getresponse()
            text = answer.read()  # raises when it is cut short
        finally:
            connection.close()
        if answer.status >= 300:
            raise ClewStoreError(_problem_of(answer.status, text), answer.status)
        return answer.status, text

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        parts = urllib.parse.urlsplit(self._url)
        if parts.scheme == "unix":
            return _UnixConnection(parts.path, timeout)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ClewStoreError(f"{self._url} is no address of a session store", 400)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        return kind(parts.hostname, parts.port, timeout=timeout)

    def _explained(self, error: Exception, route: str) -> ClewStoreError:
        where = f"{route} to the session store at {self._url}"
        if isinstance(error, ClewStoreError):
            return ClewStoreError(f"{where}: {error}", error.status)
        if isinstance(error, TimeoutError):
            return ClewStoreError(f"{where}: no answer in time")
        why = str(error) or type(error).__name__
        return ClewStoreError(f"{where}: {why}; is clew serve --session-store running there?")


def _is_passing(error: Exception) -> bool:
    """Of a failure that a later try may not meet; everything that is no answer counts."""
    return not isinstance(error, ClewStoreError) or error.status == 429 or error.status >= 500


def _plain_part(part: str) -> str:
    """Without the slash that stands between a prefix and a key, so that no two of them are the same together."""
    return part.replace("~", "~0").replace("/", "~1")


def _encoded(part: str) -> str:
    try:
        return urllib.parse.quote(part, safe="")
    except UnicodeEncodeError as error:
        raise ClewStoreError("a part of the key has half a surrogate pair, which cannot be sent") from error


def _body_of(entries: list[Any]) -> bytes:
    body = b"".join(_text_of(entry, i) + b"\n" for i, entry in enumerate(entries))
    if len(body) > _MOST:
        raise ClewStoreError(f"a batch of {len(body)} bytes is more than the {_MOST} that are taken", 413)
    return body


def _text_of(entry: Any, index: int) -> bytes:
    if not isinstance(entry, dict):
        raise ClewStoreError(f"entry {index} of the batch is no dict")
    try:
        return json.dumps(entry, separators=(",", ":"), allow_nan=False).encode("ascii")
    except (TypeError, ValueError) as error:
        raise ClewStoreError(f"entry {index} of the batch is no JSON: {error}") from error


def _problem_of(status: int, text: bytes) -> str:
    try:
        problem = json.loads(text)
        return problem.get("detail") or problem.get("title") or f"it answered with {status}"
    except (ValueError, AttributeError):
        return text[:300].decode("utf-8", "replace") or f"it answered with {status}"
