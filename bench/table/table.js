import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { bundleHere, ROOT } from '../bundle.js';
import { boundRows } from './bound-rows.js';
import { commandRows } from './command-rows.js';
import { curveRows } from './curve-rows.js';
import { fileRows } from './file-rows.js';
import { growth } from './growth.js';
import { LAST_RELEASE, lastRelease } from './last-release.js';
import { machine } from './machine.js';
import { growthTable, rowsTable } from './markdown.js';

const PAGE = join(ROOT, 'bench/results/performance.md');
const [START, END] = ['<!-- made by npm run bench -->', '<!-- end -->'];

/** Every row and every slope, with what they were measured on, as Markdown; progress on standard error. */
async function measuredTable(rows) {
  const [begin, load] = [performance.now(), loadavg()];
  const trees = {
    here: { ...(await bundleHere()), cli: join(ROOT, 'dist/cli.js') },
    last: await lastRelease(),
  };
  if (trees.last === null)
    console.error(`Without the last release: commit ${LAST_RELEASE} is not in this clone's history.`);
  const reading = { name: 'reading CSV', variable: 'rows', points: [] };
  const found = [];
  for (const some of [
    commandRows(trees),
    boundRows(trees),
    curveRows(trees),
    fileRows(trees, rows, (count, seconds) => reading.points.push([count, seconds])),
  ])
    for await (const row of some) {
      found.push(row);
      console.error(`${Math.round((performance.now() - begin) / 1000)} s: ${row.name}`);
    }
  const slopes = [];
  for await (const line of growth(trees)) slopes.push(line);
  slopes.push(reading);
  const seconds = (performance.now() - begin) / 1000;
  const last = trees.last === null ? 'last release not built' : `last release: commit ${LAST_RELEASE}`;
  return `${machine(load, seconds)}; ${last}\n\n${rowsTable(found)}\n\n${growthTable(slopes)}`;
}

/** Prints the table; `record` puts it into bench/results/performance.md, `quick` makes score files a tenth as long. */
export async function table({ record, quick }) {
  const text = await measuredTable(quick ? 1e6 : 1e7);
  console.log(text);
  if (!record) return;
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [page.indexOf(START) + START.length, page.indexOf(END)];
  if (start < START.length || end < 0)
    throw new Error('internal: bench/results/performance.md has no place for the table');
  writeFileSync(PAGE, `${page.slice(0, start)}\n${text}\n${page.slice(end)}`);
}
