import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifestSchema } from '../../src/cli/schemas/documents.ts';
import { onerun } from '../support/cli.ts';
import { countedRuns, OPACUS_RUNS, OPACUS_SETTINGS } from '../support/opacus-runs.ts';

const counted = countedRuns();

describe.each(OPACUS_SETTINGS)('the recorded training with Opacus: %s', (setting) => {
  const folder = join(OPACUS_RUNS, setting);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const parameters = manifest.parameters as { seed: number; setting: string; versions: object; date: string };

  test('says what it was, where and when', () => {
    expect(parameters.setting).toBe(setting);
    expect(parameters.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Object.keys(parameters.versions)).toEqual(['opacus', 'torch', 'numpy', 'python']);
    expect(manifest).toMatchObject({ scoreColumn: 'fitted_ratio', sides: 'in' });
  });

  test('is audited to what was counted', async () => {
    const options = ['--method', 'optimal', '--family', 'gaussian', '--json'];
    const { code, out } = await onerun(['audit', folder, ...options]);
    const { observation, tests, refuted } = JSON.parse(out);
    const row = counted.find((run) => run.setting === setting && run.seed === parameters.seed);
    const { guesses, correct } = observation;
    expect({ guesses, right: correct, refuted, code }).toEqual({
      guesses: row?.guesses,
      right: row?.right,
      refuted: row?.refuted,
      code: Number(row?.refuted),
    });
    expect(Number(tests[0].pValue.toPrecision(3))).toBe(row?.p);
  });
});
