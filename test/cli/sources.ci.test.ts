import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { csv, npy, npz, parquet } from '../io/files.ts';
import { parquetFile, plainPage } from '../io/parquet-file.ts';
import { bash, CLI } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const temporary = temporaryFolder();
const ARGS = '--claim "gaussian(sigma=1)" --guesses 10 --method paper --seed 1 --json';

const score = Array.from({ length: 200 }, (_, i) => Math.sin(i));
const included = score.map((_, i) => (i * 7) % 2);
const id = score.map((_, i) => `c${i}`);

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A line of bash, with the command as $ONERUN; what is kept goes to a folder of its own. */
const line = (script: string) =>
  bash(script, [], { env: { ...process.env, ONERUN: `${process.execPath} ${CLI}`, TMPDIR: temporary } });

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

const files = [
  file('a.csv', csv({ id, score, included })),
  file('a.csv.gz', gzipSync(csv({ id, score, included }))),
  file('a.parquet', parquet({ id, score, included })),
  file('a.npz', npz({ scores: npy(score), included: npy(included) })),
];

describe('pipes are read as files are, once, and are hashed by their bytes', () => {
  for (const path of files)
    test(path.slice(folder.length + 1), () => {
      const direct = line(`$ONERUN audit ${path} ${ARGS}`);
      expect(direct).toMatchObject({ code: 0, err: '' });
      const { inputs, ...rest } = JSON.parse(direct.out);
      expect(inputs[0].sha256).toBe(hashOf(path));
      const pipe = join(folder, `pipe-${path.slice(folder.length + 1)}`);
      const ways = [
        `cat ${path} | $ONERUN audit - ${ARGS}`,
        `$ONERUN audit - ${ARGS} < ${path}`,
        `$ONERUN audit <(cat ${path}) ${ARGS}`,
        `mkfifo ${pipe}; (sleep 0.2; cat ${path} > ${pipe}) & $ONERUN audit ${pipe} ${ARGS}`,
      ];
      for (const way of path.endsWith('.csv') ? ways : ways.slice(0, 3)) {
        const { code, out, err } = line(way);
        expect({ code, err }, way).toEqual({ code: 0, err: '' });
        const found = JSON.parse(out);
        expect(found.inputs[0].sha256).toBe(inputs[0].sha256);
        expect(found.observation).toEqual(rest.observation);
      }
    });

  test('plans, commitments and certificates come by standard input too', () => {
    const plan = join(folder, 'plan.json');
    expect(line(`$ONERUN plan -m 200 --claim "gaussian(sigma=1)" --seed 1 --out ${plan}`).code).toBe(0);
    const args = `--method paper --json`;
    const direct = line(`$ONERUN audit ${files[0]} --plan ${plan} ${args}`);
    expect(direct).toMatchObject({ code: 0, err: '' });
    const piped = line(`cat ${plan} | $ONERUN audit ${files[0]} --plan - ${args}`);
    expect(piped).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(piped.out).provenance.files[0].sha256).toBe(hashOf(plan));
    expect(line(`cat ${plan} | $ONERUN audit - --plan /dev/stdin ${args}`)).toMatchObject({
      code: 2,
      err: 'standard input can be read once: name - once\n',
    });
    const made = line(
      'cd $TMPDIR; $ONERUN bound -m 100 -c 60 --claim "pure-dp(epsilon=1)" --certificate c.json && $ONERUN verify - < c.json; rm c.json',
    );
    expect(made).toMatchObject({ code: 0, err: '' });
  });

  test('a plan that never comes is not waited for without end', () => {
    const pipe = join(folder, 'silent-plan');
    const { code, err } = line(
      `mkfifo ${pipe}; $ONERUN audit ${files[0]} --plan ${pipe} --method paper --limit seconds=1`,
    );
    expect(code).toBe(2);
    expect(err).toMatch(
      /^limit reached in silent-plan; must bring a byte at least every 1 seconds .*--limit seconds=N/,
    );
  });

  test('scores, assignment and a pair of arrays alike, the commitment included', () => {
    const scores = file('s.csv', csv({ id, score }));
    const coins = file('c.csv', csv({ id, included }));
    const salt = 'ab'.repeat(32);
    const commitment = file(
      'c.json',
      JSON.stringify({
        schema: 'onerun-commitment/1',
        m: 200,
        k: 2,
        algorithm: 'sha256(salt + assignment file)',
        hash: createHash('sha256').update(salt).update(readFileSync(coins)).digest('hex'),
        salt,
      }),
    );
    const joined = `--assignment <(cat ${coins}) --commitment <(cat ${commitment})`;
    const { code, out, err } = line(`$ONERUN audit <(cat ${scores}) ${joined} ${ARGS}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const files: { role: string; sha256: string }[] = JSON.parse(out).provenance.files;
    expect(files.map(({ role, sha256 }) => [role, sha256])).toEqual([
      ['assignment', hashOf(coins)],
      ['commitment', hashOf(commitment)],
    ]);
    const other = line(
      `$ONERUN audit ${scores} --assignment <(sed 's/c1,1/c1,0/' ${coins}) --commitment ${commitment} ${ARGS}`,
    );
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/is not the assignment that .*c\.json commits to/);
    const [members, others] = [file('in.npy', npy(score)), file('out.npy', npy(included))];
    const pair = line(`$ONERUN audit --in <(cat ${members}) --out - ${ARGS} < ${others}`);
    expect({ code: pair.code, err: pair.err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(pair.out).inputs[0].sha256).toBe(`${hashOf(members)} + ${hashOf(others)}`);
    expect(line(`$ONERUN audit - --assignment - ${ARGS}`).err).toBe(
      'standard input can be read once: name - once\n',
    );
  });

  test('what is kept of them is gone afterwards', () => {
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('what is no file is refused in one sentence', () => {
  const refused: [string, string, RegExp][] = [
    ['a device', '$ONERUN audit /dev/zero', /^cannot read \/dev\/zero: it is a device\n$/],
    ['nothing', '$ONERUN audit /dev/null', /^cannot read \/dev\/null: it is a device\n$/],
    [
      'a device at standard input',
      '$ONERUN audit - < /dev/zero',
      /^cannot read standard input: it is a device\n$/,
    ],
    [
      'a directory',
      `$ONERUN audit ${folder}`,
      /is a folder without a manifest\.json, and so no run folder: name a score file, or hand the folder to onerun audit-all\n$/,
    ],
    [
      'a directory for an assignment',
      `$ONERUN audit ${files[0]} --assignment ${folder}`,
      /^cannot read .*: it is a directory\n$/,
    ],
    [
      'a directory at standard input',
      `$ONERUN audit - < ${folder}`,
      /^cannot read standard input: it is a directory\n$/,
    ],
    ['a device for a plan', `$ONERUN audit ${files[0]} --plan /dev/zero`, /it is a device\n$/],
    [
      'what is not there',
      '$ONERUN audit nowhere.csv',
      /^cannot read nowhere\.csv: there is no such file or folder\n$/,
    ],
    ['an empty pipe', ': | $ONERUN audit -', /^empty file: standard input\n$/],
    [
      'a pipe that says nothing',
      `mkfifo ${folder}/silent; $ONERUN audit ${folder}/silent --limit seconds=0.3`,
      /^limit reached in silent; must bring a byte at least every 0\.3 seconds .*--limit seconds=N sets another\n$/,
    ],
    [
      'a pipe that stops',
      `(echo score,included; sleep 8) | $ONERUN audit - --limit seconds=0.3`,
      /^limit reached in standard input; must bring a byte/,
    ],
  ];
  for (const [what, script, message] of refused)
    test(what, () => {
      const { code, err } = line(script);
      expect(err).toMatch(message);
      expect(code).toBe(2);
    });
});

describe('limits', () => {
  test('name themselves and the option that sets them', () => {
    const { code, err } = line(`$ONERUN audit ${files[0]} --limit rows=199`);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'limit reached in a.csv; must have at most 199 rows (limit rows: 199); --limit rows=N sets another\n',
    });
    expect(line(`$ONERUN audit ${files[0]} --limit rows=200 --limit bytes=1e4 ${ARGS}`).code).toBe(0);
    expect(line(`$ONERUN audit ${files[2]} --limit rows=199`).err).toMatch(
      /at most 199 rows .*--limit rows=N/,
    );
    expect(line(`cat ${files[2]} | $ONERUN audit - --limit bytes=100`).err).toMatch(
      /standard input; must come to at most 100 bytes, unpacked where it is compressed .*--limit bytes=N/,
    );
  });

  test('are positive numbers under known names', () => {
    expect(line(`$ONERUN audit ${files[0]} --limit row=5`)).toMatchObject({
      code: 2,
      err: 'unknown limit: row=5 (one of bytes=N, gzip=N, rows=N, memory=N, seconds=N)\n',
    });
    for (const value of ['0', 'x', ''])
      expect(line(`$ONERUN audit ${files[0]} --limit rows=${value}`).err).toMatch(
        /^invalid limit rows; must be a positive number: /,
      );
  });

  test('a nest of gzips is refused at once', () => {
    let nest: Uint8Array = csv({ score, included });
    for (let i = 0; i < 300; i++) nest = gzipSync(nest, { level: 1 });
    const { code, err } = line(`$ONERUN audit ${file('nest.csv.gz', nest)}`);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'limit reached in nest.csv.gz; must be gzipped at most 2 times (limit gzip: 2); --limit gzip=N sets another\n',
    });
  });
});

test('a file that changes while it is read is refused', async () => {
  const path = file('long.csv', csv({ score: [1], included: [0] }));
  writeFileSync(path, '0.123456789,1\n0.23456789,0\n'.repeat(400_000), { flag: 'a' });
  const child = spawn(process.execPath, [CLI, 'audit', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (text) => {
    err += text;
  });
  const appending = setInterval(() => writeFileSync(path, '1,1\n', { flag: 'a' }), 20);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(appending);
  expect({ code, err }).toEqual({
    code: 2,
    err: 'invalid file long.csv; it must not change while it is read\n',
  });
});

test('Parquet is read under limits of any size', () => {
  for (const size of ['Infinity', '1e300', '1e16']) {
    const limits = ['memory', 'bytes', 'rows', 'seconds'].map((name) => `--limit ${name}=${size}`);
    expect(line(`$ONERUN audit ${files[2]} ${limits.join(' ')} ${ARGS}`)).toMatchObject({ code: 0, err: '' });
  }
});

test('a committed assignment in Parquet is read where it lies, and held against its commitment', () => {
  const scores = file('scores.csv', csv({ id, score }));
  const assignment = file('assignment.parquet', parquet({ id, included }));
  const salt = 'ab'.repeat(32);
  const hash = createHash('sha256').update(salt).update(readFileSync(assignment)).digest('hex');
  const commitment = {
    schema: 'onerun-commitment/1',
    m: 200,
    k: 2,
    algorithm: 'sha256(salt || file)',
    hash,
    salt,
  };
  const committed = file('commitment.json', JSON.stringify(commitment));
  const command = (path: string) =>
    `TMPDIR=${folder}/none $ONERUN audit ${scores} --assignment ${path} --commitment ${committed} ${ARGS}`;
  expect(line(command(assignment))).toMatchObject({ code: 0, err: '' });
  const other = file('other.parquet', parquet({ id, included: included.map((flag) => 1 - flag) }));
  expect(line(command(other))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/other\.parquet is not the assignment that .* commits to/),
  });
});

test('Parquet is taken apart in a thread that is ended where it takes too long', () => {
  const values = Float64Array.from(score);
  const whole = parquetFile([
    { name: 'score', type: 5, values: 200, pages: [plainPage(values)] },
    { name: 'included', type: 1, values: 200, pages: [plainPage(Int32Array.from(included))] },
  ]);
  const path = file('b.parquet', whole);
  expect(line(`$ONERUN audit ${path} ${ARGS}`)).toMatchObject({ code: 0, err: '' });
  // What is refused before a row is read ends the thread too.
  expect(line(`$ONERUN audit ${path} --score-column value`)).toMatchObject({
    code: 2,
    err: "missing column 'value' in b.parquet (columns: score, included)\n",
  });
  expect(line(`$ONERUN audit ${path} --limit memory=1000`).err).toMatch(/^limit reached in b\.parquet/);
  // Too short for any thread to start in.
  expect(line(`$ONERUN audit ${path} --limit seconds=0.001`)).toMatchObject({
    code: 2,
    err: 'limit reached in b.parquet; must be taken apart without a pause of 0.001 seconds (limit seconds: 0.001); --limit seconds=N sets another\n',
  });
  const damaged = file('c.parquet', whole.slice(0, -20));
  expect(line(`$ONERUN audit ${damaged}`)).toMatchObject({
    code: 2,
    err: 'invalid file c.parquet; must be a whole Parquet file: parquet file invalid (footer != PAR1)\n',
  });
});
