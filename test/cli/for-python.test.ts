import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { auditFacts, readFacts } from '../../src/cli/audit/facts.ts';
import {
  boundSchema,
  calibrationSchema,
  canariesSchema,
  curveSchema,
  verifySchema,
} from '../../src/cli/schemas/answers.ts';
import { audit } from '../../src/index.ts';
import { onerun, words } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const HALF_NOISE = fileURLToPath(new URL('../../examples/half-noise.csv', import.meta.url));

const SEVERAL = ['--delta', '1e-5,1e-6', '--claim', 'approx-dp(epsilon=1, delta=1e-5)'];

test.each([
  ['bound', boundSchema, words('bound -m 1000 -g 100 -c 90')],
  ['bound of a claim', boundSchema, ['bound', '-m', '1000', '-c', '691', ...SEVERAL]],
  ['curve', curveSchema, words('curve --claim perfect()')],
  ['curve that allows any epsilon', curveSchema, [...words('curve --claim gaussian(sigma=1) --delta'), '0']],
  ['calibration', calibrationSchema, words('curve --calibrate noise --epsilon 8 --family gaussian')],
  [
    'calibration of rates',
    calibrationSchema,
    words('curve --calibrate sigma --tpr 0.05 --fpr 0.01 --family gaussian'),
  ],
  ['canaries', canariesSchema, words(`canaries -m 10 --out ${path('c.csv')}`)],
])(
  'what %s prints has its published form, and the Python package is given the same data',
  async (_, schema, args) => {
    const { code, out, err } = await onerun([...args, '--json']);
    expect(err).toBe('');
    schema.parse(JSON.parse(out));
    const asked = await onerun([
      ...args,
      '--for-python',
      'onerun.verb()',
      ...(args[0] === 'canaries' ? ['--force'] : []),
    ]);
    expect(asked.code).toBe(code);
    const { data, text } = JSON.parse(asked.out);
    if (args[0] !== 'canaries') expect(data).toEqual(JSON.parse(out));
    expect(text.length).toBeGreaterThan(20);
  },
);

test('what verify prints has its published form', async () => {
  const file = path('certificate.json');
  await onerun([...words('bound -m 1000 -g 100 -c 90 --certificate'), file]);
  const { out } = await onerun(['verify', file, '--json']);
  expect(verifySchema.parse(JSON.parse(out)).proves?.tau).toBe(0.05);
});

describe('an audit for the Python package', () => {
  test('says how its verb was called, and the same as the command line otherwise', async () => {
    const args = ['audit', HALF_NOISE, '--claim', 'gaussian(sigma=1)', '--seed', '1'];
    const [plain, asked] = [
      await onerun([...args, '--json']),
      await onerun([...args, '--for-python', 'onerun.audit()']),
    ];
    expect([plain.code, asked.code]).toEqual([1, 1]);
    const { data, text, screen, facts } = JSON.parse(asked.out);
    expect(data.provenance.command).toBe('onerun.audit()');
    const expected = JSON.parse(plain.out);
    expect(data).toEqual({ ...expected, provenance: { ...expected.provenance, command: 'onerun.audit()' } });
    expect(text).toContain('REFUTED');
    expect(screen).toMatch(/^REFUTED: /);
    expect(text.startsWith(screen)).toBe(true);
    expect(readFacts(facts)).toMatchObject({ plots: { runs: [{}] } });
  });

  test('its facts come back as they were, infinite numbers included', () => {
    const found = audit({ scores: [3, 2, 1, 0], included: [1, 1, 0, 0] }, { claim: 'perfect()', seed: 1 });
    const odd = { ...found, delta: -Infinity, tau: Infinity, notes: ['"\\u0000infinite"', 'infinite'] };
    expect(readFacts(auditFacts(odd))).toEqual(
      JSON.parse(JSON.stringify(odd), (key, value) =>
        key === 'delta' && value === null ? -Infinity : key === 'tau' && value === null ? Infinity : value,
      ),
    );
    expect(() => readFacts('{}')).toThrow('invalid facts');
    expect(() => readFacts('1e')).toThrow('invalid facts');
    // Words are known by what they are, however the JSON is laid out.
    const words = { text: 'a', title: 'b', schema: 'onerun-words/1' };
    expect(readFacts(JSON.stringify(words, null, 2))).toEqual(words);
    expect(() => readFacts(JSON.stringify({ ...words, title: 1 }))).toThrow('invalid facts');
  });
});

test('the design of a test of a mechanism is that of assertKeeps', async () => {
  const designOf = async (...args: string[]) => JSON.parse((await onerun(['keeps', ...args])).out);
  const sound = await designOf('-m', '1000', '--claim', 'gaussian(sigma=1)');
  expect(sound).toEqual({ m: 1000, k: 2, guesses: 216, runs: 1, critical: 208, blind: null });
  const small = ['-m', '60', '--runs', '1', '--claim', 'gaussian(sigma=1)'];
  expect((await designOf(...small)).blind).toMatch(
    /could not have noticed .* let it pass with min_power=0\.$/,
  );
  expect((await designOf(...small, '--min-power', '0')).blind).toBeNull();
  const never = await designOf('-m', '5', '--claim', 'approx-dp(epsilon=8, delta=1e-5)', '--min-power', '0');
  expect(never).toMatchObject({
    runs: 0,
    blind: expect.stringContaining('not even all guesses right refute it'),
  });
});

test('the hidden commands are in no help', async () => {
  const { out } = await onerun(['--help']);
  expect(out).not.toMatch(/^ {2}(keeps|report)/m);
  expect((await onerun(['audit', '--help'])).out).not.toContain('for-python');
});
