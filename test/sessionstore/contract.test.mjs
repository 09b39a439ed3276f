// What the Agent SDK wants of a session store, asked of a real server through the adapter for TypeScript. Run by
// contract_ts.py, which starts the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClewSessionStore, ClewStoreError } from "../../adapters/session-store-ts/index.js";

const url = process.env.CLEW_URL;
const token = process.env.CLEW_TOKEN;
const line = (n, more = {}) => ({ type: "user", uuid: `u${n}`, n, ...more });
let projects = 0;

// Each test has a project of its own.
function check(name, body) {
  test(name, async () => {
    const projectKey = `-ts-${++projects}`;
    const key = (sessionId = "s", subpath = undefined) => ({ projectKey, sessionId, ...(subpath && { subpath }) });
    await body({ store: new ClewSessionStore(), projectKey, key });
  });
}

check("lines come back equal and in order", async ({ store, key }) => {
  const entries = [line(2, { deep: { a: [1, null, true, { b: "ä" }] } }), line(1), { type: "mode", x: 1.5 }];
  await store.append(key(), entries);
  await store.append(key(), [line(0)]);
  assert.deepEqual(await store.load(key()), [...entries, line(0)]);
});

check("what is unknown is null, and an empty append makes nothing", async ({ store, key, projectKey }) => {
  await store.append(key(), []);
  assert.equal(await store.load(key()), null);
  assert.deepEqual(await store.listSessions(projectKey), []);
  assert.deepEqual(await store.listSessionSummaries(projectKey), []);
  assert.deepEqual(await store.listSubkeys(key()), []);
  await store.append(key(), [line(1)]);
  await store.append(key(), []);
  assert.deepEqual(await store.load(key()), [line(1)]);
  assert.equal(await store.load(key("s", "subagents/agent-1")), null);
});

check("main, subagents and projects do not mix", async ({ store, key, projectKey }) => {
  await store.append(key(), [line(1)]);
  await store.append(key("s", "subagents/agent-1"), [line(2)]);
  await store.append({ ...key(), projectKey: projectKey + "-2" }, [line(3)]);
  assert.deepEqual(await store.load(key()), [line(1)]);
  assert.deepEqual(await store.load(key("s", "subagents/agent-1")), [line(2)]);
  assert.deepEqual(await store.load({ ...key(), projectKey: projectKey + "-2" }), [line(3)]);
});

check("lists name sessions with a main transcript, and their times", async ({ store, key, projectKey }) => {
  await store.append(key("a"), [line(1)]);
  await store.append(key("b"), [line(1)]);
  await store.append(key("only-agents", "subagents/agent-1"), [line(1)]);
  const rows = await store.listSessions(projectKey);
  assert.deepEqual(rows.map((row) => row.sessionId).sort(), ["a", "b"]);
  for (const { mtime } of rows) assert.ok(Number.isInteger(mtime) && mtime > 1e12);
});

check("deleting cascades, or spares all but one", async ({ store, key, projectKey }) => {
  await store.delete(key("never"));
  for (const session of ["s", "s2"]) {
    for (const subpath of [undefined, "subagents/agent-1", "subagents/agent-2"]) await store.append(key(session, subpath), [line(1)]);
  }
  await store.delete(key("s2", "subagents/agent-1"));
  assert.deepEqual(await store.listSubkeys(key("s2")), ["subagents/agent-2"]);
  await store.delete(key());
  assert.equal(await store.load(key()), null);
  assert.equal(await store.load(key("s", "subagents/agent-1")), null);
  assert.deepEqual(await store.listSubkeys(key()), []);
  assert.deepEqual((await store.listSessions(projectKey)).map((row) => row.sessionId), ["s2"]);
  assert.deepEqual(await store.load(key("s2")), [line(1)]);
});

check("summaries have the names of both SDKs", async ({ store, key, projectKey }) => {
  await store.append(key(), [{ type: "user", uuid: "1", cwd: "/w", message: { role: "user", content: [{ type: "text", text: "Hello" }] } }]);
  await store.append(key(), [{ type: "ai-title", aiTitle: "T" }, { type: "tag", tag: "x" }]);
  const [row] = await store.listSessionSummaries(projectKey);
  const [listed] = await store.listSessions(projectKey);
  assert.ok(row.mtime >= listed.mtime);
  assert.equal(row.data.firstPrompt, "Hello");
  assert.equal(row.data.first_prompt, "Hello");
  assert.equal(row.data.aiTitle, "T");
  assert.equal(row.data.ai_title, "T");
  assert.equal(row.data.tag, "x");
});

check("hard characters and the order of members come back", async ({ store, key }) => {
  const entries = [{ type: "user", z: 1, text: "nul \0, lone \ud83d and \udc00, \u2028, 😀", a: 2, B: -0.5e-7 }, { "\0\ud800": 1, type: "x" }];
  await store.append(key(), entries);
  const back = await store.load(key());
  assert.deepEqual(back, entries);
  assert.deepEqual(back.map((one) => Object.keys(one)), entries.map((one) => Object.keys(one)));
});

check("uuids are known again for each transcript alone", async ({ store, key }) => {
  await store.append(key(), [line(1), { type: "mode" }]);
  await store.append(key(), [line(1), line(2), { type: "mode" }]);
  assert.deepEqual(await store.load(key()), [line(1), { type: "mode" }, line(2), { type: "mode" }]);
  await store.append(key("fork"), [line(1)]);
  assert.deepEqual(await store.load(key("fork")), [line(1)]);
});

check("a retry of the same array is stored once, the same array later is a new batch", async ({ key }) => {
  const sent = [];
  let lose = 1;
  const flaky = async (address, request) => {
    sent.push(request.headers["Idempotency-Key"]);
    const answer = await fetch(address, request);
    if (lose-- > 0) throw new TypeError("fetch failed");
    return answer;
  };
  const store = new ClewSessionStore({ fetch: flaky, deadlineMs: 1 });
  const entries = [{ type: "mode", n: 1 }, line(1)];
  await assert.rejects(store.append(key(), entries), ClewStoreError);
  const patient = new ClewSessionStore({ fetch: flaky });
  lose = 2;
  await patient.append(key("own"), entries); // tried again by the adapter itself
  assert.equal(new Set(sent.slice(1)).size, 1);
  assert.deepEqual(await patient.load(key("own")), entries);
  lose = 0;
  const slow = new ClewSessionStore({ fetch: flaky });
  await slow.append(key("twice"), entries);
  await slow.append(key("twice"), entries);
  assert.deepEqual(await slow.load(key("twice")), [...entries, entries[0]]);
});

check("the SDK's own retries send the same key", async ({ key }) => {
  const sent = [];
  const store = new ClewSessionStore({
    deadlineMs: 1,
    fetch: async (address, request) => {
      sent.push(request.headers["Idempotency-Key"]);
      if (sent.length < 3) throw new TypeError("fetch failed");
      return fetch(address, { ...request, signal: undefined });
    },
  });
  const entries = [{ type: "mode" }];
  await assert.rejects(store.append(key(), entries));
  await assert.rejects(store.append(key(), entries));
  await store.append(key(), entries);
  assert.equal(new Set(sent).size, 1);
});

check("calls that nobody waits for keep their order", async ({ store, key }) => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => store.append(key(), [{ type: "x", n }])));
  assert.deepEqual((await store.load(key())).map((one) => one.n), Array.from({ length: 30 }, (_, n) => n));
});

check("many loads at once", async ({ store, key }) => {
  await store.append(key(), [line(1, { text: "x".repeat(100_000) })]);
  const all = await Promise.all(Array.from({ length: 300 }, () => store.load(key())));
  assert.ok(all.every((lines) => lines.length === 1));
});

check("keys that look alike or like paths stay apart", async ({ store, key, projectKey }) => {
  const sessions = ["a", "A", "ab", "a/b", "a%2Fb", "..", "../a", "a.jsonl", "a b", "a:b", "ä", "a?b&c=d#e", "%"];
  for (const [n, session] of sessions.entries()) await store.append(key(session), [line(n)]);
  for (const [n, session] of sessions.entries()) assert.deepEqual(await store.load(key(session)), [line(n)]);
  assert.deepEqual((await store.listSessions(projectKey)).map((row) => row.sessionId).sort(), [...sessions].sort());
});

check("stores with a prefix do not meet", async ({ store, key, projectKey }) => {
  const other = new ClewSessionStore({ prefix: "other-" });
  await store.append(key(), [line(1)]);
  assert.equal(await other.load(key()), null);
  await other.append(key(), [line(2)]);
  assert.deepEqual(await store.load(key()), [line(1)]);
  assert.equal((await other.listSessions(projectKey)).length, 1);
});

check("a prefix and a key are never another prefix and key", async ({ projectKey: own }) => {
  const pairs = [["ten", "ab"], ["tena", "b"], ["ten/a", "b"], ["ten", "a/b"], ["ten~1a", "b"], ["", "ten/ab"]];
  for (const [n, [prefix, project]] of pairs.entries()) {
    const store = new ClewSessionStore({ prefix: prefix && own + prefix });
    const key = { projectKey: prefix ? project : own + project, sessionId: "s" };
    assert.equal(await store.load(key), null, `${prefix} and ${project}`);
    await store.append(key, [line(n)]);
    assert.deepEqual(await store.load(key), [line(n)]);
  }
});

check("errors say what to do", async ({ key }) => {
  await assert.rejects(new ClewSessionStore({ url, token: "0".repeat(64) }).load(key()), (error) => error.status === 401);
  const nobody = new ClewSessionStore({ url: "http://127.0.0.1:9", deadlineMs: 300 });
  await assert.rejects(nobody.append(key(), [line(1)]), /clew serve --session-store/);
  const store = new ClewSessionStore({ url, token });
  await assert.rejects(store.append({ ...key(), subpath: "" }, [line(1)]), ClewStoreError);
  await assert.rejects(store.append(key("\ud800"), [line(1)]), ClewStoreError);
  await assert.rejects(store.append(key(), ["text"]), ClewStoreError);
});
