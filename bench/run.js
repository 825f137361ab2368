/**
 * npm run bench: the table of bench/results/performance.md, which --record writes; --quick: with smaller files.
 * npm run bench -- NAME: another measurement, such as optimal, one-sided, calibration, reproduce, training.
 */
import { parseArgs } from 'node:util';
import { table } from './table/table.js';

const options = { record: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
for (const name of positionals) {
  console.log(`== ${name} ==`);
  await import(`./${name}.js`);
}
if (positionals.length === 0) await table(values);
