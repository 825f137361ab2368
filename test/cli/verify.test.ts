import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { naiveBound } from '../support/naive-verifier.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const BOUND = ['bound', '-m', '1000', '-g', '100', '-c', '90'];
const THREE = [...BOUND, '-k', '3'];

beforeAll(async () => {
  await onerun([...BOUND, '--claim', 'gaussian(sigma=2)', '--certificate', path('sound.json')]);
});

const sound = () => JSON.parse(readFileSync(path('sound.json'), 'utf8'));

describe('onerun bound --certificate', () => {
  test('writes a proof that verifies, equal to the p-value, and says where', async () => {
    const { code, out } = await onerun([
      ...BOUND,
      ...['--claim', 'gaussian(sigma=2)', '--certificate', path('again.json'), '--json'],
    ]);
    expect(code).toBe(1);
    const { tests, notes } = JSON.parse(out);
    expect(notes.join()).toContain(`onerun verify ${path('again.json')}`);
    const written = JSON.parse(readFileSync(path('again.json'), 'utf8'));
    const p = tests.find(({ method }: { method: string }) => method === 'optimal').pValue;
    expect(written.bound).toBe(p);
    expect(naiveBound(written)).toBeLessThanOrEqual(written.bound * (1 + 1e-15));
    expect(written).toEqual(sound());
  });

  test('without a claim it is about the first epsilon: a member that is rejected at tau', async () => {
    await onerun([...BOUND, '--certificate', path('member.json')]);
    const { claim, bound } = JSON.parse(readFileSync(path('member.json'), 'utf8'));
    expect(claim).toMatch(/^gaussian\(mu=0\.61/);
    expect(bound).toBeLessThanOrEqual(0.05);
    expect((await onerun(['verify', path('member.json')])).code).toBe(0);
  });

  test('names the neighbours where candidates are compared and the claim is not about them', async () => {
    await onerun([...THREE, '--family', 'approx-dp(delta=1e-5)', '--certificate', path('3.json')]);
    const { out } = await onerun(['verify', path('3.json')]);
    expect(out).toContain('with another in its place (replace). So is epsilon.');
    expect((await onerun(['verify', path('sound.json')])).out).not.toContain('candidate');
  });

  test('says unbounded, not at least infinity', async () => {
    const family = ['--family', 'gaussian', '--delta', '0', '--certificate', path('zero.json')];
    const { out } = await onerun([...BOUND, ...family, '--details']);
    expect(out).toContain('that epsilon is unbounded at delta 0');
    expect((await onerun(['verify', path('zero.json')])).out).toMatch(/^Epsilon at delta 0 is unbounded, at/);
  });

  test('replaces certificates only, and needs the optimal test', async () => {
    writeFileSync(path('scores.csv'), 'id,score\n');
    const other = await onerun([...BOUND, '--certificate', path('scores.csv')]);
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringContaining('exists and is not replaced; --force'),
    });
    const paper = await onerun([...BOUND, '--method', 'paper', '--certificate', path('x.json')]);
    expect(paper).toMatchObject({ code: 2, err: expect.stringContaining('--method optimal or all') });
    const nothing = await onerun(['bound', '-m', '100', '-c', '50', '--certificate', path('x.json')]);
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('nothing was proved') });
  });

  test('audits write one too, of scores and of choices among candidates', async () => {
    const claim = ['--claim', 'gaussian(sigma=1)', '--certificate', path('audit.json'), '--force'];
    expect((await onerun(['audit', 'examples/half-noise.csv', ...claim])).code).toBe(1);
    expect((await onerun(['verify', path('audit.json'), '--claim', 'gaussian(sigma=1)'])).code).toBe(0);
    await onerun(['audit', 'examples/reconstruction.csv', ...claim]);
    expect(JSON.parse(readFileSync(path('audit.json'), 'utf8')).relation).toBe('replace');
    expect((await onerun(['verify', path('audit.json')])).out).toContain('replace(gaussian(sigma=1))');
  });
});

describe('onerun verify', () => {
  test('says what was proved and what was not checked', async () => {
    const { code, out } = await onerun(['verify', path('sound.json'), '--claim', 'gaussian(sigma=2)']);
    expect(code).toBe(0);
    expect(out).toContain(
      '90 or more of 100 guesses on 1,000 canaries are right with probability at most 0.00909',
    );
    expect(out).toContain('Not checked: that the counts were seen in an honest game.');
    const { out: json } = await onerun(['verify', path('sound.json'), '--json']);
    expect(JSON.parse(json)).toMatchObject({ valid: true, claim: 'gaussian(sigma=2)', bound: sound().bound });
  });

  test.each<[string, (certificate: ReturnType<typeof sound>) => void, string]>([
    [
      'a negative weight',
      (c) => {
        c.tangents[2].weights[0][2] *= -1;
      },
      'weight of tangent 3; must not be negative',
    ],
    [
      'a line that is not a tangent',
      (c) => {
        c.tangents[2].delta *= 0.9;
      },
      'tangent 3; at epsilon',
    ],
    [
      'a weight changed in its last digits',
      (c) => {
        c.tangents[2].weights[0][2] *= 1 + 1e-13;
      },
      'changed after it was written',
    ],
    [
      'a weight changed',
      (c) => {
        c.tangents[2].weights[0][2] *= 1.01;
      },
      'bound; the weights prove',
    ],
    [
      'a bound changed',
      (c) => {
        c.bound = 0.001;
      },
      'bound; the weights prove',
    ],
    [
      'a count changed',
      (c) => {
        c.observation.correct = 91;
      },
      'changed after it was written',
    ],
    [
      'another claim',
      (c) => {
        c.claim = 'gaussian(sigma=3)';
      },
      'changed after it was written',
    ],
    [
      'a weaker claim',
      (c) => {
        c.claim = 'gaussian(sigma=1)';
      },
      'tangent 1; at epsilon',
    ],
    [
      'a key missing',
      (c) => {
        c.tangents[2].delta = undefined;
      },
      'at tangents.2.delta',
    ],
    [
      'a key too many',
      (c) => {
        c.extra = 1;
      },
      'nrecognized key',
    ],
  ])('refuses %s', async (_, change, reason) => {
    const changed = sound();
    change(changed);
    writeFileSync(path('changed.json'), JSON.stringify(changed));
    const { code, out, err } = await onerun(['verify', path('changed.json')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('a file that is written with other spaces still verifies', async () => {
    writeFileSync(path('spaced.json'), JSON.stringify(sound(), null, 4));
    expect((await onerun(['verify', path('spaced.json')])).code).toBe(0);
  });

  test('what is not a certificate is named', async () => {
    writeFileSync(path('broken.json'), '{');
    expect((await onerun(['verify', path('broken.json')])).err).toContain('not JSON');
    expect((await onerun(['verify', path('absent.json')])).err).toContain('absent.json');
  });
});

describe('a certificate of an epsilon', () => {
  const written = (name: string) => JSON.parse(readFileSync(path(name), 'utf8'));

  test('proves the epsilon that is printed, for every mechanism within approx-dp, without a search', async () => {
    const family = ['--family', 'approx-dp(delta=1e-5)', '--certificate', path('epsilon.json'), '--json'];
    const { code, out } = await onerun([...BOUND, ...family]);
    expect(code).toBe(0);
    const { results } = JSON.parse(out);
    const { epsilon } = results.find(({ method }: { method: string }) => method === 'optimal');
    const { proves, bound } = written('epsilon.json');
    expect(proves).toMatchObject({ delta: 1e-5, assumption: 'worst-case', tau: 0.05, level: 0.05 });
    expect(proves.epsilon).toBeGreaterThan(epsilon * (1 - 1e-6));
    expect(proves.epsilon).toBeLessThanOrEqual(epsilon);
    expect(bound).toBeLessThanOrEqual(0.05);
    const verified = await onerun(['verify', path('epsilon.json')]);
    expect(verified.code).toBe(0);
    expect(verified.out).toContain('Epsilon at delta 1e-5 is at least 1.63');
    expect(verified.out).toContain('holds for every mechanism (worst-case)');
    const { out: json } = await onerun(['verify', path('epsilon.json'), '--json']);
    expect(JSON.parse(json)).toMatchObject({ valid: true, proves });
  });

  test('a Gaussian’s is model-based, and every guess right has one too', async () => {
    await onerun(['bound', '-m', '1000', '-g', '100', '-c', '100', '--certificate', path('all.json')]);
    const { code, out } = await onerun(['verify', path('all.json')]);
    expect(code).toBe(0);
    expect(out).toContain('statement about gaussian (model-based)');
  });

  test('audits state the level: of several numbers of guesses, of several runs, of exchanges', async () => {
    const file = ['--certificate', path('audit-epsilon.json'), '--force'];
    const verified = async () => (await onerun(['verify', path('audit-epsilon.json')])).out;
    await onerun(['audit', 'examples/half-noise.csv', '--guesses', '50,100', '--seed', '1', ...file]);
    expect(written('audit-epsilon.json').proves).toMatchObject({ tau: 0.05, numbers: 2, level: 0.025 });
    expect(await verified()).toContain('2 numbers of guesses share tau 0.05');
    const claim = ['--claim', 'gaussian(sigma=1)', '--family', 'approx-dp(delta=1e-5)'];
    await onerun(['audit', 'examples/reconstruction.csv', ...claim, ...file]);
    expect(written('audit-epsilon.json')).toMatchObject({
      relation: 'replace',
      proves: { family: 'approx-dp(delta=1e-5)' },
    });
    expect(await verified()).toContain('Epsilon at delta 1e-5 is at least');
    for (const seed of ['1', '2', '3'])
      await onerun([
        ...['simulate', '--mechanism', 'gaussian-sum', '--sigma', '0.5', '-m', '500'],
        ...['--seed', seed, '--out', path(`run${seed}.csv`)],
      ]);
    const runs = ['1', '2', '3'].map((seed) => path(`run${seed}.csv`));
    await onerun(['audit', ...runs, '--guesses', '40', '--at-least', '38', '--sides', 'in', ...file]);
    const { observation, proves } = written('audit-epsilon.json');
    expect(observation).toMatchObject({ guesses: 40, correct: 38, sides: 'in' });
    expect(proves).toMatchObject({ runs: 3, tau: 0.05 });
    expect(proves.level).toBeGreaterThan(0.05);
    expect(await verified()).toContain(`${proves.successes} of 3 runs have so many right`);
  });

  /** The document with the checksum that a forger would give it. */
  function forged(document: Record<string, unknown>) {
    const { checksum: _, ...rest } = document;
    return { ...rest, checksum: createHash('sha256').update(JSON.stringify(rest)).digest('hex') };
  }

  /** What `onerun verify --json` says of the neighbours. */
  async function neighbours(name: string, ...more: string[]) {
    const { out } = await onerun(['verify', path(name), ...more, '--json']);
    const { relation, epsilonAbout } = JSON.parse(out);
    return { relation, epsilonAbout };
  }
  const EXCHANGES = { relation: 'replace', epsilonAbout: 'replace' };
  const IN_OR_OUT = { relation: 'add-remove', epsilonAbout: 'add-remove' };
  const APPROX = ['--family', 'approx-dp(delta=1e-5)', '--certificate', path('about.json'), '--force'];

  test('says in JSON which neighbours the curve is about, and which the epsilon', async () => {
    await onerun([...BOUND, ...APPROX]);
    expect(await neighbours('about.json')).toEqual(IN_OR_OUT);
    await onerun([...THREE, ...APPROX]);
    expect(await neighbours('about.json')).toEqual(EXCHANGES);
    await onerun([
      ...THREE,
      '--family',
      'gaussian(relation=replace)',
      '--certificate',
      path('about.json'),
      '--force',
    ]);
    expect(await neighbours('about.json')).toEqual(EXCHANGES);
    // Of an audit the family is about adding and removing, and tested as what it implies for an exchange.
    await onerun(['audit', 'examples/reconstruction.csv', ...APPROX]);
    expect(await neighbours('about.json')).toEqual({ relation: 'replace', epsilonAbout: 'add-remove' });
    expect((await onerun(['verify', path('about.json')])).out).toContain(
      'Epsilon is about a record added or removed (add-remove).',
    );
    await onerun([...THREE, '--claim', 'gaussian(sigma=2)', '--certificate', path('claim.json')]);
    expect(await neighbours('claim.json')).toEqual({ relation: 'replace' });
  });

  test('of candidates is about exchanges, whatever its claim reads as', async () => {
    await onerun([...BOUND, ...APPROX]);
    const document = written('about.json');
    document.observation.k = 3;
    writeFileSync(path('about.json'), JSON.stringify(forged(document)));
    expect(await neighbours('about.json')).toEqual(EXCHANGES);
  });

  test('of guesses on one side is about canaries in or out, whatever its claim reads as', async () => {
    const replaced = [
      '--family',
      'gaussian(relation=replace)',
      '--certificate',
      path('about.json'),
      '--force',
    ];
    await onerun([...BOUND, '--sides', 'in', ...replaced]);
    expect(await neighbours('about.json')).toEqual(IN_OR_OUT);
    expect((await onerun(['verify', path('about.json')])).out).toContain('(add-remove). So is epsilon.');
  });

  test('none is written where two options would be compared in two ways', async () => {
    const mixed = ['--claim', 'gaussian(sigma=2, relation=replace)', ...APPROX];
    expect(await onerun([...BOUND, ...mixed])).toMatchObject({
      code: 2,
      err: expect.stringContaining('must be about the same neighbours (replace): approx-dp(delta=1e-5)'),
    });
  });

  test('a claim about exchanges is refused where canaries are in or out', async () => {
    const claim = ['--claim', 'gaussian(sigma=2, relation=replace)'];
    expect(await onerun(['verify', path('sound.json'), ...claim])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is about exchanging a record'),
    });
  });

  const changes: [what: string, place: string, value: unknown, reason: string][] = [
    ['a larger epsilon', 'proves.epsilon', 2.797, 'and no more is proved: 2.797'],
    ['no epsilon at all', 'proves.epsilon', null, 'and no more is proved: Infinity'],
    ['a larger delta', 'proves.delta', 1e-4, 'epsilon; at delta 0.0001'],
    ['a delta of 1', 'proves.delta', 1, 'delta; must be in [0, 1)'],
    ['a less private member', 'claim', 'gaussian(mu=0.9)', 'tangent 1; at epsilon'],
    ['a more private member', 'claim', 'gaussian(mu=0.6)', 'and no more is proved'],
    ['a member of another family', 'claim', 'gaussian(sigma=4)', 'must be a member of'],
    ['another family', 'proves.family', 'approx-dp(delta=1e-5)', 'must be a member of'],
    ['a smaller tau', 'proves.tau', 0.01, 'level; tau, numbers and runs allow 0.01'],
    ['a larger level', 'proves.level', 0.06, 'level; tau, numbers and runs allow 0.05'],
    ['more numbers of guesses', 'proves.numbers', 2, 'level; tau, numbers and runs allow 0.025'],
    ['no numbers of guesses', 'proves.numbers', 0, 'numbers; must be a whole number'],
    ['more successes than runs', 'proves.successes', 2, 'successes; must be a whole number'],
    ['another assumption', 'proves.assumption', 'worst-case', 'within gaussian is model-based'],
    ['more canaries', 'observation.m', 1100, 'bound; the weights prove'],
    ['fewer right', 'observation.correct', 89, 'bound; the weights prove'],
    ['no side', 'observation.sides', undefined, 'bound; the weights prove'],
    ['a smaller weight', 'tangents.0.weights.0.2', 0.1, 'bound; the weights prove'],
    ['a smaller bound', 'bound', 0.04, 'bound; the weights prove'],
  ];

  function changed(place: string, value: unknown) {
    const document = written('sided.json');
    const keys = place.split('.');
    const last = keys.pop() ?? '';
    const inner = keys.reduce((part, key) => part[key], document);
    inner[last] = value;
    return JSON.parse(JSON.stringify(document));
  }

  async function refusal(document: unknown) {
    writeFileSync(path('altered.json'), JSON.stringify(document));
    const { code, err, out } = await onerun(['verify', path('altered.json')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
    return err;
  }

  test.each(changes)(
    '%s is refused in one sentence, the checksum made anew',
    async (_, place, value, reason) => {
      await onerun([...BOUND, '--sides', 'in', '--certificate', path('sided.json')]);
      expect((await onerun(['verify', path('sided.json')])).code).toBe(0);
      expect(await refusal(forged(changed(place, value)))).toContain(reason);
    },
  );

  test.each([
    ['proves.epsilon', 2],
    ['proves.delta', 1e-7],
    ['proves.tau', 0.05000000000001],
    ['observation.correct', 91],
    ['observation.sides', 'out'],
  ])('a change of %s that is true as well is refused by the checksum', async (place, value) => {
    expect(await refusal(changed(place, value))).toContain('it was changed after it was written');
  });
});
