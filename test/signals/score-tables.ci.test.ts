import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { audit } from '../../src/index.ts';
import { SCORE_KINDS, scoreSignals } from '../../src/signals/index.ts';
import { recordedModels, scoreLines } from '../support/score-table.ts';

const page = readFileSync(new URL('../../bench/results/scores.md', import.meta.url), 'utf8');

test.each(['plain', 'private'])('bench/results/scores.md has the table of %s signals', async (setting) => {
  const [, after] = page.split(`<!-- ${setting}, made by bench/scores.js -->\n`);
  const rows = after.slice(0, after.indexOf('<!-- end -->')).trimEnd().split('\n').slice(2);
  expect(rows).toEqual(await scoreLines(setting));
});

test.each(SCORE_KINDS)(
  'the recorded training with noise keeps its claim, the one without keeps none: %s',
  async (kind) => {
    const verdictOn = async (setting: string, claim: string) => {
      const [target, ...references] = await recordedModels(setting);
      const { scores } = scoreSignals({ target: target.signals, references }, { kind });
      return audit({ scores, included: target.included }, { claim, guesses: [100], seed: 'recorded' })
        .outcome;
    };
    expect(await verdictOn('private', 'dpsgd(noise=0.7, rate=0.1, steps=200)')).toBe(
      'could-not-have-noticed',
    );
    expect(await verdictOn('plain', 'approx-dp(epsilon=0.5, delta=1e-5)')).toBe('refuted');
  },
);
