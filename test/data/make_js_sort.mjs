// SPDX-License-Identifier: MIT
// Writes src/transcript/testdata/js_sort.inc: what node makes of sorting lists of times of which some
// are NaN. Run as: node test/data/make_js_sort.mjs > src/transcript/testdata/js_sort.inc
// The lists are not stored: js_sort_test.cc makes them again from the same random numbers.

const kCases = 3000;

class Random {
  constructor(seed) { this.state = seed >>> 0; }
  next(limit) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return (this.state >>> 8) % limit;
  }
}

// Shapes that make TimSort merge and gallop: random, rising, falling, saw teeth, two runs, blocks.
function time(shape, i, n, random) {
  switch (shape) {
    case 0: return random.next(1000000);
    case 1: return i * 3 + random.next(4);
    case 2: return (n - i) * 3 + random.next(4);
    case 3: return (i % 37) * 10 + random.next(5);
    case 4: return i < n / 2 ? i * 2 : i;
    case 5: return Math.floor(i / 20) * (i % 2 === 0 ? 1 : 7) + random.next(2);
    default: return random.next(8);
  }
}

function makeList(seed) {
  const random = new Random(seed);
  const n = 1 + random.next(seed % 10 === 0 ? 1500 : 400);
  const shape = random.next(7);
  const nanPercent = random.next(4) === 0 ? random.next(3) : 10 + random.next(41);
  const list = [];
  for (let i = 0; i < n; i++) {
    const t = time(shape, i, n, random);
    list.push({ id: i, time: random.next(100) < nanPercent ? NaN : t });
  }
  return list;
}

function hash(list) {
  let h = 2166136261;
  for (const item of list) {
    h = Math.imul(h ^ (item.id & 255), 16777619) >>> 0;
    h = Math.imul(h ^ (item.id >>> 8), 16777619) >>> 0;
  }
  return h;
}

let out = `// Made by test/data/make_js_sort.mjs with node ${process.version} (V8 ${process.versions.v8}).\n`;
for (let seed = 1; seed <= kCases; seed++) {
  const list = makeList(seed);
  list.sort((a, b) => b.time - a.time);
  out += '0x' + hash(list).toString(16).padStart(8, '0') + (seed % 8 === 0 ? ',\n' : ', ');
}
process.stdout.write(out.trimEnd() + '\n');
