import { describe, expect, test } from 'vitest';
import { audit } from '../../src/index.ts';
import { bytesSource, readRun } from '../../src/io/index.ts';
import { designText, isSecondLook } from '../../web/src/first-design.ts';
import { optionsOf, readingOf, USUAL_AUDIT } from '../../web/src/views/audit/settings.ts';
import { boundCommand, exploreDesign, USUAL_EXPLORE } from '../../web/src/views/explore/question.ts';
import { planCommand, planQuestion, USUAL_PLAN } from '../../web/src/views/plan/question.ts';

/** What the page does with a file and its form. */
async function audited(text: string, settings: Partial<typeof USUAL_AUDIT>) {
  const asked = { ...USUAL_AUDIT, ...settings };
  const source = bytesSource('given.csv', new TextEncoder().encode(text));
  const run = await readRun(source, readingOf({ files: [], folders: [] }, asked).options);
  return audit([run], { ...optionsOf(asked), families: [], plots: false });
}

describe('the sides of the guesses', () => {
  test('stand in what Explore asks and in the command that says the same, for two options only', () => {
    const settings = { ...USUAL_EXPLORE, sides: 'in' };
    expect(exploreDesign(settings).design?.design).toMatchObject({ m: 1000, sides: 'in' });
    expect(boundCommand(settings)).toContain('--sides in');
    expect(exploreDesign(USUAL_EXPLORE).design?.design).not.toHaveProperty('sides');
    expect(boundCommand(USUAL_EXPLORE)).not.toContain('--sides');
    expect(exploreDesign({ ...settings, k: '3' }).design?.design).not.toHaveProperty('sides');
    expect(boundCommand({ ...settings, k: '3' })).not.toContain('--sides');
  });

  test('stand in a plan and in an audit', async () => {
    const settings = { ...USUAL_PLAN, sides: 'out' };
    expect(planQuestion(settings).question?.design).toMatchObject({ sides: 'out' });
    expect(planCommand(settings)).toContain('--sides out');
    const rows = Array.from({ length: 40 }, (_, i) => `${i * i},${i % 2}`);
    const found = await audited(`score,included\n${rows.join('\n')}\n`, { sides: 'out', guesses: '10' });
    expect(found.runs[0].observations).toEqual([{ m: 40, k: 2, guesses: 10, correct: 5, sides: 'out' }]);
  });
});

describe('the form of a plan', () => {
  test('asks for several runs and for a power, as the command line does', () => {
    const settings = { ...USUAL_PLAN, runs: '5', by: 'power', power: '0.8' };
    expect(planQuestion(settings).question).toMatchObject({ wanted: { power: 0.8 }, design: { runs: 5 } });
    expect(planCommand(settings)).toMatch(/^onerun plan --power 0\.8 --runs 5 --claim/);
    expect(planCommand(settings)).not.toContain('--canaries');
    for (const runs of ['1', '', ' 1 ']) {
      expect(planQuestion({ ...USUAL_PLAN, runs }).question?.design).not.toHaveProperty('runs');
      expect(planCommand({ ...USUAL_PLAN, runs })).not.toContain('--runs');
    }
    expect(planQuestion({ ...USUAL_PLAN, runs: 'x' }).problem).toBe('invalid runs; must be a number: x');
  });
});

describe('the form of an audit', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i * i},${i % 2}`);
  const membership = `score,included\n${rows.join('\n')}\n`;

  test('refuses a number of candidates that the scores do not have, as the command line does', async () => {
    await expect(audited(membership, { options: '5' })).rejects.toThrow(
      'invalid options; given.csv holds membership scores, which have 2: 5',
    );
    expect((await audited(membership, { options: '2' })).game).toBe('membership');
  });

  test('tests perfect privacy without a violation to plan against', async () => {
    const found = await audited(membership, { form: 'written', claim: 'perfect()' });
    expect(found).toMatchObject({ power: null, runs: [{ observations: [{ guesses: 20 }] }] });
  });
});

describe('a second look at the same scores', () => {
  const looks = [
    { key: 0, name: 'a.csv', role: 'scores' as const, columns: ['score', 'loss', 'in'], shown: [], rows: [] },
  ];
  const design = (settings: Partial<typeof USUAL_AUDIT>, fixed: object | null = null) =>
    designText({ files: [], folders: [], fixed, looks }, { ...USUAL_AUDIT, ...settings });

  test.each<Partial<typeof USUAL_AUDIT>>([
    { guesses: '20' },
    { sides: 'in' },
    { lowerIsIn: '1' },
    { atLeast: '30' },
    { threshold: '0.5' },
    { thresholdRuns: '10' },
    { sameCanary: '1' },
    { seed: 'another' },
    { confidence: '0.8' },
    { score: 'loss' },
    { run: 'loss' },
    { options: '3' },
    { delta: '0.1' },
    { violation: 'gaussian(sigma=0.1)' },
  ])('is one with %o', (change) => {
    expect(design(change)).not.toBe(design({}));
  });

  test('is none with another claim, or where the same is said in other words', () => {
    const other = { form: 'written', claim: 'perfect()', families: 'gaussian', limits: 'rows=1e9' };
    expect(design({ ...other, confidence: ' 0.95 ', score: 'score', included: 'in' })).toBe(design({}));
    expect(design({ guesses: '10, 20', delta: '0.1' })).toBe(design({ guesses: '10,20' }));
    const fixed = { claim: 'perfect()', guesses: [10], atLeast: 5, tau: 0.1, scoreColumn: 'loss' };
    expect(design({ guesses: '10', atLeast: '5', confidence: '0.9', score: 'loss' }, fixed)).toBe(
      design({}, fixed),
    );
    expect(design({ atLeast: '6' }, fixed)).not.toBe(design({}, fixed));
  });

  test('is known by the files, whatever their order and their runs', () => {
    expect(isSecondLook(['b', 'a', 'a'], 'first')).toBe(false);
    expect(isSecondLook(['a', 'b'], 'other')).toBe(true);
    expect(isSecondLook(['a', 'b'], 'first')).toBe(false);
    expect(isSecondLook(['a'], 'other')).toBe(false);
  });
});
