// redact.mjs IN OUT raw|decoded: a copy of the transcripts in which what secretlint reports is replaced, by
// raw lines or by the decoded strings of each line.
import fs from "node:fs";
import path from "node:path";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

const [input, output, mode] = process.argv.slice(2);
const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] };

async function clean(text) {
  const source = { filePath: "/x.env", content: text, contentType: "text", ext: ".env" };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  const ranges = messages.map((m) => m.range).filter(Boolean).sort((a, b) => b[0] - a[0]);
  for (const [from, to] of ranges) text = text.slice(0, from) + "***" + text.slice(to);
  return text;
}

async function cleanValue(value) {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return Promise.all(value.map(cleanValue));
  if (value && typeof value === "object") {
    const out = {};
    for (const [key, member] of Object.entries(value)) out[key] = await cleanValue(member);
    return out;
  }
  return value;
}

async function cleanLine(line) {
  if (mode === "raw") return clean(line);
  try {
    return JSON.stringify(await cleanValue(JSON.parse(line)));
  } catch {
    return clean(line);
  }
}

for (const file of fs.readdirSync(input, { recursive: true })) {
  if (!file.endsWith(".jsonl") || file === "labels.jsonl") continue;
  const lines = fs.readFileSync(path.join(input, file), "utf8").split("\n");
  const done = [];
  for (const line of lines) done.push(line && (await cleanLine(line)));
  fs.mkdirSync(path.dirname(path.join(output, file)), { recursive: true });
  fs.writeFileSync(path.join(output, file), done.join("\n"));
}
