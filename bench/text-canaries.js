/**
 * How long text canaries take to go into a data set, and how much memory (after npm run build):
 * ROWS=10000000 CANARIES=10000 REPEATS=3 node bench/text-canaries.js
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../dist/numerics.js';
import { measured } from './peak-memory.js';

const { ROWS = '1000000', CANARIES = '10000', REPEATS = '3' } = process.env;
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));
const random = createRandom('texts');
const words = Array.from({ length: 5000 }, () => random.bits().toString(36));

async function write(name, line) {
  const path = join(folder, name);
  const out = createWriteStream(path);
  for (let i = 0; i < Number(ROWS); i += 1000) {
    let chunk = '';
    for (let j = i; j < Math.min(Number(ROWS), i + 1000); j++) {
      const text = Array.from({ length: 30 }, () => words[random.integer(words.length)]).join(' ');
      chunk += `${line(text, j)}\n`;
    }
    if (!out.write(chunk)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return path;
}

try {
  for (const [name, line] of [
    ['data.jsonl', (text, id) => JSON.stringify({ id, text })],
    ['data.txt', (text) => text],
  ]) {
    const path = await write(name, line);
    const args = ['canaries', '--text', '-m', CANARIES, '--insert-into', path, '--seed', '1', '--force'];
    let best = { processor: Infinity, megabytes: 0 };
    for (let i = 0; i < Number(REPEATS); i++) {
      const found = await measured([cli, ...args, '--out', join(folder, 'canaries.csv'), '--json']);
      if (found.code !== 0) throw new Error(`exit code ${found.code}`);
      best = {
        processor: Math.min(best.processor, found.processor),
        megabytes: Math.max(best.megabytes, found.megabytes),
      };
    }
    const size = (statSync(path).size / 1e6).toFixed(0);
    const cost = `${best.processor.toFixed(1)} s of processor time, at most ${best.megabytes.toFixed(0)} MB`;
    console.log(`  ${name}: ${ROWS} lines, ${size} MB, ${CANARIES} canaries: ${cost}`);
    rmSync(path);
  }
} finally {
  rmSync(folder, { recursive: true });
}
