// node parse_lines.mjs FILE: what any reader in JavaScript has to do at least.
import { readFileSync } from 'node:fs';

let objects = 0;
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (line !== '' && typeof JSON.parse(line) === 'object') ++objects;
}
console.log(objects);
