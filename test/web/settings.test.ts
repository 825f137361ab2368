import { describe, expect, test } from 'vitest';
import { audit } from '../../src/index.ts';
import { bytesSource, readRun } from '../../src/io/index.ts';
import { optionsOf, readingOf, USUAL_AUDIT } from '../../web/src/views/audit/settings.ts';

/** What the page does with a file and its form. */
async function audited(text: string, settings: Partial<typeof USUAL_AUDIT>) {
  const asked = { ...USUAL_AUDIT, ...settings };
  const source = bytesSource('given.csv', new TextEncoder().encode(text));
  const run = await readRun(source, readingOf([], asked).options);
  return audit([run], { ...optionsOf(asked), families: [], plots: false });
}

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
    expect(found).toMatchObject({ claim: { power: null }, runs: [{ observations: [{ guesses: 20 }] }] });
  });
});
