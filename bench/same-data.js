/**
 * The same scores under the rules of several tools: writes the tables and the picture of same-data/README.md.
 * node --import ./test/support/setup/register.js bench/same-data.js, half an hour; with `epsilons`, the recorded
 * scores alone, a minute.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { recordedData } from './same-data/data.ts';
import { ALL_OR_NOTHING, falseAlarms, NOTHING_LEAKS } from './same-data/false-alarms.ts';
import { searchTable } from './same-data/more-canaries.ts';
import { alarmsPicture } from './same-data/picture.ts';
import { alarmTable, epsilonTable, LETTERS } from './same-data/tables.ts';

const [CANARIES, GUESSES, GAMES] = [1000, 500, 10_000];
const page = new URL('same-data/README.md', import.meta.url);

put('epsilons', epsilonTable(recordedData()));
if (process.argv[2] !== 'epsilons') {
  const nothing = falseAlarms(NOTHING_LEAKS, CANARIES, GUESSES, GAMES);
  const allOrNothing = falseAlarms(ALL_OR_NOTHING, CANARIES, GUESSES, GAMES);
  put('false alarms', alarmTable(nothing, allOrNothing));
  put('searches', searchTable([200, 1000, 5000, 20_000], 2000));
  writeFileSync(new URL('false-alarms.svg', page), alarmsPicture(nothing, LETTERS));
}

function put(what, table) {
  const text = readFileSync(page, 'utf8');
  const begin = `<!-- ${what}, made by bench/same-data.js -->\n`;
  const at = text.indexOf(begin);
  if (at < 0) throw new Error(`internal: bench/same-data/README.md has no place for ${what}`);
  const start = at + begin.length;
  writeFileSync(page, `${text.slice(0, start)}${table}\n${text.slice(text.indexOf('<!-- end -->', start))}`);
}
