#!/usr/bin/env python3
"""What the Agent SDK wants of a session store, asked of a real server through the adapter for Python; the first
part are the contracts of the official suites in our own words, the second what they leave out.

    contract_test.py CLEW"""
import asyncio
import json
import sys
import tempfile
import unittest

from harness import Server
from clew_session_store import ClewSessionStore, ClewStoreError

CLEW = sys.argv.pop(1)
PLACE = tempfile.TemporaryDirectory()
SERVER = None


def setUpModule():
    global SERVER
    SERVER = Server(CLEW, PLACE.name)


def tearDownModule():
    SERVER.stop()
    PLACE.cleanup()


def key(session, subpath=None, project="-work-app"):
    return {"project_key": project, "session_id": session, **({"subpath": subpath} if subpath else {})}


def line(n, **more):
    return {"type": "user", "uuid": f"u{n}", "n": n, **more}


class StoreCase(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.store = ClewSessionStore(SERVER.url, SERVER.token)
        self.project = self.id().rsplit(".", 1)[-1]  # no test sees what another left

    def tearDown(self):
        self.store.close()

    def key(self, session="s", subpath=None):
        return key(session, subpath, self.project)

    async def append(self, session="s", *entries, subpath=None):
        await self.store.append(self.key(session, subpath), list(entries))

    async def load(self, session="s", subpath=None):
        return await self.store.load(self.key(session, subpath))

    async def sessions(self):
        return {row["session_id"]: row["mtime"] for row in await self.store.list_sessions(self.project)}


class Contracts(StoreCase):
    async def test_lines_come_back_equal_and_in_order(self):
        entries = [line(2, deep={"a": [1, None, True, {"b": "ä"}]}), line(1), {"type": "mode", "x": 1.5}]
        await self.append("s", *entries)
        self.assertEqual(await self.load(), entries)

    async def test_what_is_unknown_is_none(self):
        self.assertIsNone(await self.load())
        await self.append("s", line(1))
        self.assertIsNone(await self.load("s", "subagents/agent-1"))

    async def test_calls_keep_their_order(self):
        for n in (3, 1, 2):
            await self.append("s", line(n))
        self.assertEqual([one["n"] for one in await self.load()], [3, 1, 2])

    async def test_an_empty_append_makes_nothing(self):
        await self.append("s")
        self.assertIsNone(await self.load())
        self.assertEqual(await self.sessions(), {})
        await self.append("s", line(1))
        await self.append("s")
        self.assertEqual(await self.load(), [line(1)])

    async def test_main_subagents_and_projects_do_not_mix(self):
        await self.append("s", line(1))
        await self.append("s", line(2), subpath="subagents/agent-1")
        await self.store.append(key("s", project=self.project + "2"), [line(3)])
        self.assertEqual(await self.load(), [line(1)])
        self.assertEqual(await self.load("s", "subagents/agent-1"), [line(2)])
        self.assertEqual(await self.store.load(key("s", project=self.project + "2")), [line(3)])
        self.assertEqual(len(await self.sessions()), 1)

    async def test_lists_have_ids_and_times(self):
        self.assertEqual(await self.sessions(), {})
        await self.append("a", line(1))
        await self.append("b", line(1))
        await self.append("b", line(1), subpath="subagents/agent-1")
        await self.append("only-agents", line(1), subpath="subagents/agent-1")
        rows = await self.sessions()
        self.assertEqual(set(rows), {"a", "b"})
        for time in rows.values():
            self.assertIsInstance(time, int)
            self.assertGreater(time, 10**12)

    async def test_deleting_takes_all_of_a_session(self):
        await self.store.delete(self.key("never"))
        for session in ("s", "s2"):
            await self.append(session, line(1))
            await self.append(session, line(1), subpath="subagents/agent-1")
        await self.store.append(key("s", project=self.project + "2"), [line(1)])
        await self.store.delete(self.key())
        self.assertIsNone(await self.load())
        self.assertIsNone(await self.load("s", "subagents/agent-1"))
        self.assertEqual(await self.store.list_subkeys(self.key()), [])
        self.assertEqual(set(await self.sessions()), {"s2"})
        self.assertEqual(await self.load("s2", "subagents/agent-1"), [line(1)])
        self.assertEqual(await self.store.load(key("s", project=self.project + "2")), [line(1)])
        await self.append("s", line(1))
        self.assertEqual(await self.load(), [line(1)])

    async def test_deleting_one_subagent_spares_the_rest(self):
        await self.append("s", line(1))
        for agent in ("subagents/agent-1", "subagents/agent-2"):
            await self.append("s", line(1), subpath=agent)
        await self.store.delete(self.key("s", "subagents/agent-1"))
        self.assertEqual(await self.store.list_subkeys(self.key()), ["subagents/agent-2"])
        self.assertEqual(await self.load(), [line(1)])

    async def test_subkeys_are_those_of_the_session(self):
        self.assertEqual(await self.store.list_subkeys(self.key()), [])
        await self.append("s", line(1))
        await self.append("s", line(1), subpath="subagents/workflows/w1/agent-1")
        await self.append("s2", line(1), subpath="subagents/agent-2")
        self.assertEqual(await self.store.list_subkeys(self.key()), ["subagents/workflows/w1/agent-1"])

    async def test_summaries(self):
        self.assertEqual(await self.store.list_session_summaries(self.project), [])
        await self.append("s", {"type": "user", "uuid": "1", "cwd": "/w", "timestamp": "2026-01-02T03:04:05.006Z",
                                "gitBranch": "main", "message": {"role": "user", "content": "Hello"}})
        await self.append("s", {"type": "custom-title", "customTitle": "A title"})
        (before,) = await self.store.list_session_summaries(self.project)
        await self.append("s", {"type": "custom-title", "customTitle": "no"}, subpath="subagents/agent-1")
        (row,) = await self.store.list_session_summaries(self.project)
        self.assertEqual(row, before)
        self.assertGreaterEqual(row["mtime"], (await self.sessions())["s"])
        for names in (("firstPrompt", "customTitle", "gitBranch", "createdAt", "isSidechain", "firstPromptLocked"),
                      ("first_prompt", "custom_title", "git_branch", "created_at", "is_sidechain", "first_prompt_locked")):
            self.assertEqual([row["data"][name] for name in names],
                             ["Hello", "A title", "main", 1767323045006, False, True])
        self.assertEqual(row["data"]["cwd"], "/w")
        await self.store.delete(self.key())
        self.assertEqual(await self.store.list_session_summaries(self.project), [])


class LeftOut(StoreCase):
    """What neither of the official suites asks."""

    async def test_uuids_are_known_again_for_each_transcript_alone(self):
        await self.append("s", line(1), {"type": "mode"})
        await self.append("s", line(1), line(2), {"type": "mode"})
        self.assertEqual(await self.load(), [line(1), {"type": "mode"}, line(2), {"type": "mode"}])
        for session, subpath in (("fork", None), ("s", "subagents/agent-1")):
            await self.append(session, line(1), subpath=subpath)
            self.assertEqual(await self.load(session, subpath), [line(1)])

    async def test_hard_characters_come_back(self):
        entries = [{"type": "user", "text": "nul \0, lone \ud83d and \udc00, \u2028, é, 😀, \x7f"},
                   {"type": "user", "\0key \ud800": {"": 0}}, {"type": "last-prompt", "lastPrompt": "\0"}]
        await self.append("s", *entries)
        self.assertEqual(await self.load(), entries)

    async def test_numbers_and_the_order_of_members_come_back(self):
        entry = {"type": "user", "z": 12345678901234567890123, "a": 1e300, "0": -0.0, "b": 2**63, "A": 0.1}
        await self.append("s", entry)
        (back,) = await self.load()
        self.assertEqual(back, entry)
        self.assertEqual(list(back), list(entry))

    async def test_bytes_stay_as_they_came(self):
        text = b'{"type":"x", "big":1E400,"n":1.50, "u":"\\u0041\\/\\ud83d\\u0000 \xc3\xa9","dup":1,"dup":2}\n'
        query = f"project={self.project}&session=s"
        status, _, _ = SERVER.append(query, text)
        self.assertEqual(status, 200)
        self.assertEqual(SERVER.load(query)[2], text)

    async def test_the_same_list_again_is_a_new_batch_after_it_was_stored(self):
        entries = [{"type": "mode"}]
        await self.store.append(self.key(), entries)
        await self.store.append(self.key(), entries)
        self.assertEqual(len(await self.load()), 2)

    async def test_a_retry_of_the_same_list_is_stored_once(self):
        entries = [{"type": "mode", "n": 1}, line(1)]
        real = self.store._try_once

        def lose_the_answer(*arguments):
            real(*arguments)
            raise ConnectionResetError("cut")

        self.store._try_once, self.store._deadline = lose_the_answer, 0.05
        with self.assertRaises(ClewStoreError):
            await self.store.append(self.key(), entries)
        self.store._try_once, self.store._deadline = real, 20
        await self.store.append(self.key(), entries)
        self.assertEqual(await self.load(), entries)
        await self.store.append(self.key(), entries)
        self.assertEqual(await self.load(), [*entries, entries[0]])

    async def test_a_batch_key_is_for_one_batch(self):
        query = f"project={self.project}&session=s"
        self.assertEqual(SERVER.append(query, b'{"type":"a"}', "k")[0], 200)
        status, _, body = SERVER.append(query, b'{"type":"a"}', "k")
        self.assertEqual((status, json.loads(body)["repeated"]), (200, True))
        self.assertEqual(SERVER.append(query, b'{"type":"b"}', "k")[0], 400)
        self.assertEqual(await self.load(), [{"type": "a"}])

    async def test_parallel_appends_stay_whole_and_lose_nothing(self):
        async def write(store, writer):
            for n in range(12):
                await store.append(self.key(), [{"type": "x", "writer": writer, "n": n, "part": part} for part in range(5)])

        stores = [ClewSessionStore(SERVER.url, SERVER.token) for _ in range(4)]
        await asyncio.gather(*(write(store, i) for i, store in enumerate(stores)))
        for store in stores:
            store.close()
        lines = await self.load()
        self.assertEqual(len(lines), 4 * 12 * 5)
        seen = {i: 0 for i in range(4)}
        for at in range(0, len(lines), 5):
            batch = lines[at:at + 5]
            self.assertEqual({(one["writer"], one["n"]) for one in batch}, {(batch[0]["writer"], seen[batch[0]["writer"]])})
            self.assertEqual([one["part"] for one in batch], list(range(5)))
            seen[batch[0]["writer"]] += 1

    async def test_calls_that_nobody_waits_for_keep_their_order(self):
        await asyncio.gather(*(self.append("s", {"type": "x", "n": n}) for n in range(30)))
        self.assertEqual([one["n"] for one in await self.load()], list(range(30)))

    async def test_times_grow(self):
        times = []
        for n in range(4):
            await self.append("s", line(n))
            times.append((await self.sessions())["s"])
        self.assertEqual(times, sorted(set(times)))
        await self.append("s", line(9), subpath="subagents/agent-1")
        self.assertEqual((await self.sessions())["s"], times[-1])

    async def test_keys_that_look_alike_or_like_paths_stay_apart(self):
        sessions = ["a", "A", "ab", "a/b", "a%2Fb", "..", "../a", "a.jsonl", "a b", "a:b", "ä", "😀", "a\\b", "a?b&c=d#e", "%", "x" * 300]
        for i, session in enumerate(sessions):
            await self.append(session, line(i))
            await self.append(session, line(i), subpath="../../../x")
        for i, session in enumerate(sessions):
            self.assertEqual(await self.load(session), [line(i)], session)
            self.assertEqual(await self.store.list_subkeys(self.key(session)), ["../../../x"], session)
        self.assertEqual(set(await self.sessions()), set(sessions))
        await self.store.delete(self.key("a"))
        self.assertEqual(set(await self.sessions()), set(sessions) - {"a"})

    async def test_keys_that_are_none_are_refused(self):
        for bad in (key("", project="p"), key("s", project=""), {**key("s"), "subpath": ""}, key("\ud800")):
            with self.assertRaises(ClewStoreError):
                await self.store.append(bad, [line(1)])
        for query in ("project=p", "session=s", "project=p&session=s&subpath=", "project=p&session=s&session=t",
                      "project=p&session=s&x=1", "project=p&session=%00", "project=p&session=%ff",
                      "project=p&session=" + "x" * 1025):
            self.assertEqual(SERVER.append(query, b'{"type":"a"}')[0], 400, query)

    async def test_a_batch_with_a_broken_line_is_refused_whole(self):
        query = f"project={self.project}&session=s"
        for body in (b'{"type":"a"}\n{"type":', b'{"type":"a"}\n[]', b'{"type":"a"}\n{"t":"\xff"}', b"null"):
            status, _, text = SERVER.append(query, body)
            self.assertEqual(status, 400, text)
        self.assertIsNone(await self.load())

    async def test_large_batches(self):
        entries = [{"type": "user", "uuid": str(n), "text": "x" * (1 << 20)} for n in range(110)]
        await self.store.append(self.key(), entries)
        self.assertEqual(await self.load(), entries)
        many = [{"type": "mode", "n": n} for n in range(70_000)]
        await self.store.append(self.key("many"), many)
        self.assertEqual(await self.load("many"), many)

    async def test_what_is_too_large_is_refused_before_it_is_read(self):
        query = f"/api/store/v1/append?project={self.project}&session=s"
        headers = {"Content-Type": "application/x-ndjson", "Content-Length": str(1 << 40), "Expect": "100-continue"}
        status, _, text = SERVER.ask("POST", query, None, headers)
        self.assertEqual(status, 413)
        self.assertIn(b"bytes are taken here", text)

    async def test_errors_say_what_to_do(self):
        wrong = ClewSessionStore(SERVER.url, "0" * 64)
        with self.assertRaises(ClewStoreError) as caught:
            await wrong.load(self.key())
        self.assertEqual(caught.exception.status, 401)
        nobody = ClewSessionStore("http://127.0.0.1:9", "x", deadline=0.5)
        with self.assertRaises(ClewStoreError) as caught:
            await nobody.append(self.key(), [line(1)])
        self.assertIn("clew serve --session-store", str(caught.exception))
        for store in (wrong, nobody):
            store.close()

    async def test_stores_with_a_prefix_do_not_meet(self):
        stores = [ClewSessionStore(SERVER.url, SERVER.token, prefix=prefix) for prefix in ("", "one-", "two-")]
        for n, store in enumerate(stores):
            await store.append(self.key(), [line(n)])
        for n, store in enumerate(stores):
            self.assertEqual(await store.load(self.key()), [line(n)])
            self.assertEqual(len(await store.list_sessions(self.project)), 1)
            store.close()

    async def test_a_prefix_and_a_key_are_never_another_prefix_and_key(self):
        own = self.project
        pairs = [("ten", "ab"), ("tena", "b"), ("tenab", "x"), ("ten/a", "b"), ("ten", "a/b"), ("ten~1a", "b"), ("", "ten/ab")]
        for n, (prefix, project) in enumerate(pairs):
            store = ClewSessionStore(SERVER.url, SERVER.token, prefix=own + prefix if prefix else "")
            key = {"project_key": project if prefix else own + project, "session_id": "s"}
            self.assertIsNone(await store.load(key), (prefix, project))
            await store.append(key, [line(n)])
            self.assertEqual(await store.load(key), [line(n)])
            store.close()

    async def test_over_the_unix_socket(self):
        local = ClewSessionStore("unix://" + SERVER.socket, "")
        await local.append(self.key(), [line(1)])
        self.assertEqual(await local.load(self.key()), [line(1)])
        local.close()


if __name__ == "__main__":
    unittest.main(verbosity=1)
