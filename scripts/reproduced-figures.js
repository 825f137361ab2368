/**
 * Draws docs/images/reproduce-NAME.svg from docs/reproduction/NAME.csv, for all tables or those that are named
 * (npm run docs:figures -- [NAME ...]). The tables are written by onerun reproduce NAME --out docs/reproduction.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { plotDocument } from '../src/cli/output/index.ts';
import { FIGURES } from '../src/experiments/index.ts';
import { figurePlot } from '../src/report/figures/figure-plot.ts';
import { reproduced } from '../test/support/csv.ts';

const TABLES = new URL('../docs/reproduction/', import.meta.url);
const known = readdirSync(TABLES).map((file) => file.replace('.csv', ''));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`unknown table; must be one of ${known.join(', ')}: ${unknown}`);
const document = await plotDocument();
for (const name of asked.length > 0 ? asked : known) {
  const { layout } = FIGURES.find((one) => one.name === name.replace('-simulated', ''));
  writeFileSync(
    new URL(`../docs/images/reproduce-${name}.svg`, import.meta.url),
    figurePlot(layout, reproduced(name), document),
  );
}
