// SPDX-License-Identifier: MIT
// A SessionStore for the Claude Agent SDK over `clew serve --session-store`. No dependencies; docs/session-store.md
// says what is behind it.

const ROUTES = "/api/store/v1/";
const MOST = 256 << 20; // bytes of a batch that the server takes

export class ClewStoreError extends Error {
  constructor(message, status = 0, cause = undefined) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ClewStoreError";
    this.status = status;
  }
}

export class ClewSessionStore {
  #url;
  #token;
  #prefix;
  #timeoutMs;
  #deadlineMs;
  #free;
  #waiting = [];
  #fetch;
  // Batches that were not acknowledged, by the very array: the SDK tries again with the same one.
  #unsent = new WeakMap();
  // The last append of each transcript: the next one begins when it has ended, so that order is kept.
  #last = new Map();

  constructor(options = {}) {
    const env = globalThis.process?.env ?? {};
    this.#url = (options.url ?? env.CLEW_URL ?? "http://127.0.0.1:7373").replace(/\/+$/, "");
    this.#token = options.token ?? env.CLEW_TOKEN ?? "";
    this.#prefix = options.prefix ?? "";
    this.#timeoutMs = options.timeoutMs ?? 20_000;
    this.#deadlineMs = options.deadlineMs ?? 50_000;
    this.#free = options.concurrency ?? 8;
    this.#fetch = options.fetch ?? globalThis.fetch;
  }

  async append(key, entries) {
    const query = this.#queryOf(key);
    if (entries.length === 0) return;
    const batch = this.#batchOf(query, entries);
    const before = this.#last.get(query) ?? Promise.resolve();
    const deadline = Date.now() + this.#deadlineMs;
    const sent = before.then(() => this.#call("append", query, deadline, batch, drain));
    const settled = sent.then(() => {}, () => {});
    this.#last.set(query, settled);
    settled.then(() => this.#last.get(query) === settled && this.#last.delete(query));
    await sent;
    this.#unsent.delete(entries); // the same array may now be meant as a new batch
  }

  async load(key) {
    return this.#get("load", this.#queryOf(key), async (answer) => (answer.status === 204 ? null : readLines(answer)));
  }

  async listSessions(projectKey) {
    return (await this.#get("sessions", this.#projectOf(projectKey), readJson)).sessions;
  }

  async listSessionSummaries(projectKey) {
    return (await this.#get("summaries", this.#projectOf(projectKey), readJson)).summaries;
  }

  async listSubkeys(key) {
    const { projectKey, sessionId } = key;
    return (await this.#get("subkeys", this.#queryOf({ projectKey, sessionId }), readJson)).subkeys;
  }

  async delete(key) {
    const deadline = Date.now() + this.#deadlineMs;
    await this.#call("delete", this.#queryOf(key), deadline, { body: "{}", type: "application/json" }, drain);
  }

  #projectOf(projectKey) {
    if (typeof projectKey !== "string" || projectKey === "") throw new ClewStoreError("the project's key is empty");
    const own = plainPart(projectKey);
    return `project=${encoded(this.#prefix === "" ? own : `${plainPart(this.#prefix)}/${own}`)}`;
  }

  #queryOf({ projectKey, sessionId, subpath }) {
    if (typeof sessionId !== "string" || sessionId === "") throw new ClewStoreError("the session's id is empty");
    const query = `${this.#projectOf(projectKey)}&session=${encoded(sessionId)}`;
    if (subpath === undefined || subpath === null) return query;
    if (typeof subpath !== "string" || subpath === "") {
      throw new ClewStoreError("the subpath is empty; leave it out for the main transcript");
    }
    return `${query}&subpath=${encoded(subpath)}`;
  }

  // What is sent for this array: the same again as long as it is the same array with the same lines.
  #batchOf(query, entries) {
    const body = entries.map((entry, i) => textOf(entry, i)).join("\n") + "\n";
    if (body.length > MOST) throw new ClewStoreError(`a batch of ${body.length} bytes is more than the ${MOST} that are taken`, 413);
    const known = this.#unsent.get(entries);
    if (known && known.query === query && known.body === body) return known;
    const batch = { query, body, type: "application/x-ndjson", id: newId() };
    this.#unsent.set(entries, batch);
    return batch;
  }

  #get(route, query, read) {
    return this.#call(route, query, Date.now() + this.#deadlineMs, undefined, read);
  }

  // Tries until it is answered, refused for good, or the time is up. Trying again is safe: a batch has an id.
  async #call(route, query, deadline, sent, read) {
    const headers = { Authorization: `Bearer ${this.#token}`, "Accept-Encoding": "identity" };
    if (sent) headers["Content-Type"] = sent.type;
    if (sent?.id) headers["Idempotency-Key"] = sent.id;
    const request = { method: sent ? "POST" : "GET", headers, body: sent?.body };
    for (let tries = 1; ; ++tries) {
      try {
        return await this.#tryOnce(`${this.#url}${ROUTES}${route}?${query}`, request, deadline, read);
      } catch (error) {
        const pause = Math.min(100 * 2 ** tries, 2_000) * (0.5 + Math.random() / 2);
        const late = Date.now() + pause >= deadline;
        if (!isPassing(error) || late) throw this.#explained(error, route);
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  async #tryOnce(url, request, deadline, read) {
    await this.#enter();
    try {
      // Large bodies take their time; what is read may take all there is.
      const most = request.body === undefined ? Infinity : this.#timeoutMs + request.body.length / 1000;
      const left = Math.ceil(Math.max(1, Math.min(most, deadline - Date.now())));
      const answer = await this.#fetch(url, { ...request, signal: AbortSignal.timeout(left) });
      if (answer.ok) return await read(answer);
      throw new ClewStoreError(await problemOf(answer), answer.status);
    } finally {
      this.#leave();
    }
  }

  async #enter() {
    if (this.#free > 0) --this.#free;
    else await new Promise((go) => this.#waiting.push(go));
  }

  #leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else ++this.#free;
  }

  #explained(error, route) {
    const where = `${route} to the session store at ${this.#url}`;
    if (error instanceof ClewStoreError) {
      return new ClewStoreError(`${where}: ${error.message}`, error.status, error);
    }
    if (error?.name === "TimeoutError" || error?.name === "AbortError") {
      return new ClewStoreError(`${where}: no answer in time`, 0, error);
    }
    const why = error?.cause?.code ?? error?.cause?.message ?? error?.message ?? String(error);
    return new ClewStoreError(`${where}: ${why}; is clew serve --session-store running there?`, 0, error);
  }
}

// Of a refusal that a later try may not meet; everything that is no answer counts.
function isPassing(error) {
  if (error instanceof SyntaxError) return false;
  if (!(error instanceof ClewStoreError)) return true;
  return error.status === 429 || error.status >= 500;
}

// Without the slash that stands between a prefix and a key, so that no two of them are the same together.
function plainPart(part) {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

function encoded(part) {
  try {
    return encodeURIComponent(part);
  } catch (error) {
    throw new ClewStoreError("a part of the key has half a surrogate pair, which cannot be sent", 0, error);
  }
}

function textOf(entry, index) {
  const text = JSON.stringify(entry);
  if (text === undefined || !text.startsWith("{")) throw new ClewStoreError(`entry ${index} of the batch is no object`);
  return text;
}

function newId() {
  if (globalThis.crypto?.randomUUID) return globalThis.crypto.randomUUID();
  const half = () => Math.random().toString(36).slice(2).padEnd(11, "0");
  return `${Date.now().toString(36)}-${half()}${half()}`;
}

async function problemOf(answer) {
  const text = await answer.text().catch(() => "");
  try {
    const { detail, title } = JSON.parse(text);
    return detail ?? title ?? text;
  } catch {
    return text.slice(0, 300) || `it answered with ${answer.status}`;
  }
}

async function drain(answer) {
  await answer.arrayBuffer();
}

async function readJson(answer) {
  return answer.json();
}

// Line by line, so that a transcript larger than the longest string can be loaded.
async function readLines(answer) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const lines = [];
  const pieces = []; // of a line whose end has not come
  const take = (text) => {
    const parts = text.split("\n");
    for (const part of parts.slice(0, -1)) {
      const line = pieces.splice(0).join("") + part;
      if (line !== "") lines.push(JSON.parse(line));
    }
    pieces.push(parts.at(-1));
  };
  for await (const piece of answer.body) take(decoder.decode(piece, { stream: true }));
  take(decoder.decode() + "\n");
  return lines;
}
