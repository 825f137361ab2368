/**
 * Makes the vocabulary and the small data set of docs/llm.md: node examples/text/make.js [FOLDER]
 * (after npm run build).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../dist/numerics.js';

const [folder = fileURLToPath(new URL('.', import.meta.url))] = process.argv.slice(2);
const random = createRandom('words and notes');
const pick = (list) => list[random.integer(list.length)];

// Two syllables each: 224 words.
const firsts = [
  'ba',
  'de',
  'fi',
  'go',
  'hu',
  'ka',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'se',
  'ti',
  'vo',
  'wu',
  'za',
];
const lasts = [
  'bel',
  'dor',
  'fan',
  'gim',
  'kun',
  'lap',
  'mis',
  'nor',
  'pex',
  'rud',
  'sol',
  'tav',
  'vin',
  'wek',
];
const all = firsts.flatMap((first) => lasts.map((last) => first + last));
writeFileSync(join(folder, 'words.txt'), `${all.join('\n')}\n`);

const who = ['The gardener', 'My neighbour', 'A student', 'The baker', 'Our teacher', 'The driver'];
const did = ['bought', 'found', 'repaired', 'painted', 'lost', 'sold'];
const what = ['an old bicycle', 'two lamps', 'a wooden table', 'the blue door', 'a clock', 'some books'];
const when = ['on Monday', 'last week', 'in the morning', 'before the rain', 'after lunch', 'in spring'];
const notes = Array.from({ length: 300 }, () => `${pick(who)} ${pick(did)} ${pick(what)} ${pick(when)}.`);
writeFileSync(join(folder, 'notes.jsonl'), notes.map((text) => `${JSON.stringify({ text })}\n`).join(''));
