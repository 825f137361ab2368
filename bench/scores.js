/**
 * Which score is strong when, on the signals of examples/signals: writes the tables of bench/results/scores.md.
 * node --import ./test/support/setup/register.js bench/scores.js, some seconds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { scoreLines } from '../test/support/score-table.ts';

const page = new URL('results/scores.md', import.meta.url);
let text = readFileSync(page, 'utf8');
for (const setting of ['plain', 'private']) {
  const begin = `<!-- ${setting}, made by bench/scores.js -->\n`;
  const head =
    '| score | references | AUC | TPR at FPR 1% | right of 100 | epsilon proved |\n|---|---|---|---|---|---|\n';
  const at = text.indexOf(begin) + begin.length;
  const lines = await scoreLines(setting);
  text = `${text.slice(0, at)}${head}${lines.join('\n')}\n${text.slice(text.indexOf('<!-- end -->', at))}`;
}
writeFileSync(page, text);
