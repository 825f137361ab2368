/**
 * Mutation testing of numerics, claims, bounds and audit with the unit tests:
 *   npm run test:mutation -- [--count 1500] [--seed 1] [--folder out/mutation] [--seconds 5] [--again] [--only PATH-OR-ID] [--workers 2] [--record]
 * Every mutant changes one place of the source; a test that then fails kills it. One that the type checker rejects is
 * set apart and not judged. Results are added to a log in the folder, from which a later run goes on. A mutant gets
 * tests of so many processor seconds, the most promising first; --again judges survivors once more for which tests are
 * left, with more --seconds. --record writes RESULT.md.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rememberedTypes } from './compiles.js';
import { coverage, Kills, numberedBlocks, roomsHash, testsFor } from './coverage.js';
import { mutantsInOrder, ROOT } from './mutants.js';
import { record, summary } from './result.js';
import { WarmProcess } from './warm-process.js';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: `${ROOT}out/mutation` },
    seconds: { type: 'string', default: '5' },
    again: { type: 'boolean', default: false },
    only: { type: 'string' },
    workers: { type: 'string', default: '2' },
    record: { type: 'boolean', default: false },
  },
});
const temporary = mkdtempSync(join(tmpdir(), 'onerun-mutation-'));
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

mkdirSync(values.folder, { recursive: true });
const log = join(values.folder, 'log.jsonl');
const rooms = roomsHash();
const everyMutant = mutantsInOrder(values.seed);
const sample = everyMutant.slice(0, Number(values.count));
const { files, count: blocks } = numberedBlocks();
const firstBlocks = [...files].map(([path, { first }]) => [path, first]);
const coverProcess = new WarmProcess({ mutants: [], firstBlocks, blocks });

const tests = await coverage(
  join(values.folder, 'coverage.json'),
  (q) => coverProcess.ask(q, () => 300),
  console.log,
);
coverProcess.close();
const results = known();
const types = rememberedTypes(join(values.folder, 'types.jsonl'), rooms);
/** Which test files killed mutants: those that killed most are tried first. */
const kills = new Kills();
const pathOf = new Map(sample.map(({ id, path }) => [id, path]));
const fileOf = (by) => by.slice(0, by.indexOf(': '));
for (const { id, by } of results.values())
  if (by !== undefined && pathOf.has(id)) kills.add(fileOf(by), pathOf.get(id));
/** Files whose tests need each other, and those that fail without a mutant. */
const inOrder = new Set();
const leftOut = new Set();
console.log(
  `${everyMutant.length} mutants, ${sample.length} in the sample, ${tests.length} tests, ${results.size} known`,
);

/** Every worker takes the next mutant that is to be judged, until none is left. */
const waiting = sample.entries();
await Promise.all(Array.from({ length: Number(values.workers) }, work));

async function work() {
  const warm = new WarmProcess({ mutants: sample, firstBlocks, blocks });
  for (const [i, mutant] of waiting) {
    if (!isToBeJudged(mutant) || !types.compiles(mutant)) continue;
    const begin = performance.now();
    const result = await judge(warm, mutant, Number(values.seconds));
    results.set(mutant.id, result);
    appendFileSync(
      log,
      `${JSON.stringify({ rooms, ...result, seconds: Math.round((performance.now() - begin) / 100) / 10 })}\n`,
    );
    const { path, line, was, text } = mutant;
    const place = `${path}:${line} ${was.slice(0, 40).replace(/\s+/g, ' ')} → ${text}`;
    if (result.outcome === 'survived' || i % 25 === 0)
      console.log(`${i} ${result.outcome} ${mutant.id} ${place}`);
  }
  warm.close();
}

function isToBeJudged(mutant) {
  if (values.only !== undefined) return mutant.id === values.only || mutant.path.startsWith(values.only);
  const before = results.get(mutant.id);
  const again =
    values.again && before?.outcome === 'survived' && before.ran < testsFor(mutant, files, tests).length;
  return before === undefined || again;
}

// A log from before this question has mutants that were judged without it.
if (values.only === undefined)
  for (const mutant of sample) if (results.has(mutant.id)) types.compiles(mutant);
const rejected = sample.filter(types.isRejected);
const valid = sample.filter((mutant) => !types.isRejected(mutant));
console.log(summary(valid, results));
if (values.record) record({ all: everyMutant.length, seed: values.seed, rejected, sample: valid, results });

/**
 * Runs tests that reach a mutant until one fails. Where one fails without the mutant too, its file is from then on run
 * in order, and left out where that does not help.
 */
async function judge(warm, mutant, budget) {
  const able = testsFor(mutant, files, tests, kills).filter(({ file }) => !leftOut.has(file));
  const chosen = [];
  const loaded = new Set();
  let spent = 0;
  for (const test of able) {
    if (spent > budget) break;
    if (inOrder.has(test.file) && loaded.has(test.file)) continue;
    const added = inOrder.has(test.file) ? tests.filter(({ file }) => file === test.file) : [test];
    spent += added.reduce((sum, { seconds }) => sum + seconds, loaded.has(test.file) ? 0 : test.loading / 2);
    loaded.add(test.file);
    chosen.push(...added);
  }
  const { id } = mutant;
  if (chosen.length === 0) return { id, outcome: 'survived', ran: 0, left: 0 };
  const names = chosen.map(({ file, index, name }) => ({ file, index, name, inOrder: inOrder.has(file) }));
  const isFirst = chosen.map(({ file }, i) => chosen.findIndex((test) => test.file === file) === i);
  const allowed = (at, isNew) =>
    4 + 6 * chosen[at].seconds + (isFirst[at] ? (isNew ? 20 : 2) + 4 * chosen[at].loading : 0);
  const answer = await warm.ask({ mutant: id, tests: names }, allowed);
  if (answer.survived !== undefined)
    return { id, outcome: 'survived', ran: chosen.length, left: Math.max(0, able.length - chosen.length) };
  if (answer.unsure !== undefined) {
    const unsure = chosen[answer.unsure];
    console.log(
      `${inOrder.has(unsure.file) ? 'left out' : 'in order'}: ${unsure.file}: ${unsure.name}: ${answer.why}`,
    );
    (inOrder.has(unsure.file) ? leftOut : inOrder).add(unsure.file);
    warm.close();
    return judge(warm, mutant, budget);
  }
  const { file, name } = chosen[answer.at ?? 0];
  const by = answer.killed ?? `${file}: ${name}`;
  const why =
    answer.why ?? answer.stray ?? answer.failed ?? (answer.timeout ? 'time' : `ended: ${answer.died}`);
  kills.add(fileOf(by), mutant.path);
  return { id, outcome: answer.timeout ? 'timeout' : 'killed', by, why };
}

/** What the log holds about this source; the last line about a mutant counts. */
function known() {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(
    lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.rooms === rooms)
      .map(({ rooms: _, ...result }) => [result.id, result]),
  );
}
