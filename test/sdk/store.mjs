// The functions of the official SDK over our store, against the SDK's own store in memory and its own fold.
//   node store.mjs SDK-MODULE   with $CLEW_URL and $CLEW_TOKEN
import assert from "node:assert/strict";
import { ClewSessionStore } from "../../adapters/session-store-ts/index.js";

const sdk = await import(process.argv[2]);
const ours = new ClewSessionStore();
const memory = new sdk.InMemorySessionStore();
const dir = process.cwd();
const id = (n) => `${String(n).repeat(8)}-1111-4111-8111-111111111111`;
const at = (n) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();

const prompt = (n, text, more = {}) => ({
  type: "user", uuid: `${id(n).slice(0, 24)}${String(n).padStart(12, "0")}`, parentUuid: null, sessionId: id(1), cwd: dir, isSidechain: false,
  gitBranch: "main", timestamp: at(n), message: { role: "user", content: text }, ...more,
});
const sessions = [
  [prompt(1, "First\nprompt"), { type: "custom-title", customTitle: "Titled", sessionId: id(1) }, { type: "tag", tag: "t" }],
  [prompt(1, "<command-name>/compact</command-name>"), prompt(2, "<ide_opened_file>x</ide_opened_file>"), prompt(3, "Real one " + "x".repeat(300))],
  [prompt(1, "<command-name>/clear</command-name>"), { type: "summary", summary: "Summed up" }, { type: "last-prompt", lastPrompt: "Lately" }],
  [prompt(1, "meta", { isMeta: true }), prompt(2, [{ type: "text", text: "<bash-input>ls -l</bash-input>" }])],
  [prompt(1, [{ type: "tool_result", tool_use_id: "x", content: "r" }]), prompt(2, "[Request interrupted by user]"), prompt(3, "  Trimmed  ")],
  [{ type: "mode", mode: "x" }, prompt(2, "Moved"), { type: "relocated", relocatedCwd: "/elsewhere" }, { type: "tag", tag: "a" }, { type: "tag", tag: "" }],
  [prompt(1, "side", { isSidechain: true })],
  [{ type: "ai-title", aiTitle: "Made up" }, prompt(2, "😀".repeat(150))],
];
const key = { projectKey: dir.replace(/[^a-zA-Z0-9]/g, "-"), sessionId: "" };
for (const [n, entries] of sessions.entries()) {
  for (const store of [ours, memory]) {
    await store.append({ ...key, sessionId: id(n + 1) }, entries.slice(0, 1));
    await store.append({ ...key, sessionId: id(n + 1) }, entries.slice(1));
  }
}

// Our summaries say what the SDK's fold says, under its names.
const rows = new Map((await ours.listSessionSummaries(key.projectKey)).map((row) => [row.sessionId, row.data]));
for (const [n, entries] of sessions.entries()) {
  const sessionId = id(n + 1);
  const { data } = sdk.foldSessionSummary(undefined, { ...key, sessionId }, entries);
  for (const [name, value] of Object.entries(data)) {
    if (name === "commandFallback" && value === "") continue;
    assert.deepEqual(rows.get(sessionId)[name], value, `${name} of session ${n + 1}`);
  }
}

const comparable = (list) => list.map(({ lastModified, ...rest }) => rest).sort((a, b) => a.sessionId.localeCompare(b.sessionId));
const [here, there] = await Promise.all([ours, memory].map((sessionStore) => sdk.listSessions({ dir, sessionStore })));
assert.deepEqual(comparable(here), comparable(there));
assert.ok(here.length >= sessions.length - 1);

await sdk.renameSession(id(1), "Renamed", { dir, sessionStore: ours });
await sdk.tagSession(id(1), "tagged", { dir, sessionStore: ours });
const info = await sdk.getSessionInfo(id(1), { dir, sessionStore: ours });
assert.equal(info.customTitle, "Renamed");
assert.equal(info.tag, "tagged");
const forked = await sdk.forkSession(id(1), { dir, sessionStore: ours });
assert.ok((await ours.load({ ...key, sessionId: forked.sessionId })).length > 0);
const messages = await sdk.getSessionMessages(id(1), { dir, sessionStore: ours });
assert.ok(messages.length > 0);
await ours.append({ ...key, sessionId: id(1), subpath: "subagents/agent-a1" }, [prompt(1, "agent", { isSidechain: true, agentId: "a1" })]);
assert.deepEqual(await sdk.listSubagents(id(1), { dir, sessionStore: ours }), await (async () => {
  await memory.append({ ...key, sessionId: id(1), subpath: "subagents/agent-a1" }, [prompt(1, "agent", { isSidechain: true, agentId: "a1" })]);
  return sdk.listSubagents(id(1), { dir, sessionStore: memory });
})());
await sdk.deleteSession(id(1), { dir, sessionStore: ours });
assert.equal(await ours.load({ ...key, sessionId: id(1) }), null);
assert.deepEqual(await ours.listSubkeys({ ...key, sessionId: id(1) }), []);
console.log(`the SDK's functions over the store: ${sessions.length} sessions agree`);
