import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ACTION, runAction } from '../support/action-runner.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What bash would run if it came upon it. */
const HOSTILE = '$(touch pwned) `touch pwned` "; touch pwned; \' <b>';
const QUICK = '--method=paper\n--family=approx-dp(delta=1e-5)';
const half = readFileSync(join(ROOT, 'examples/half-noise.csv'), 'utf8').split(/(?<=\n)/);

/** A workspace whose score file has a name that must not be run. */
function workspace(name = 'scores.csv', rows = 400): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), half.slice(0, rows + 1).join(''));
  return folder;
}

/** A workspace whose scores belong to other canaries. */
function shuffled(): string {
  const folder = temporaryFolder();
  const rows = half.slice(1, 401).map((row) => row.trim().split(','));
  const scoreAt = half[0].trim().split(',').indexOf('score');
  const moved = rows.map((row, i) => row.with(scoreAt, rows[(i + 1) % rows.length][scoreAt]).join(','));
  writeFileSync(join(folder, 'scores.csv'), [half[0].trim(), ...moved, ''].join('\n'));
  return folder;
}

test('no input is written into a script', () => {
  expect(ACTION.runs.using).toBe('composite');
  for (const { run = '', shell, uses } of ACTION.runs.steps) {
    expect(run).not.toContain('${{');
    expect(uses === undefined ? shell : 'bash').toBe('bash');
  }
});

test('a refuted claim: an error beside the run, a summary, outputs, the report as artefact', () => {
  const name = `${HOSTILE}.csv`.replaceAll('/', '');
  const where = workspace(name);
  const given = { scores: `${name}\n`, claim: 'gaussian(sigma=1)', arguments: QUICK };
  const { code, log, summary, outputs, used } = runAction(given, where);
  expect(code, log).toBe(1);
  expect(log).toMatch(/^::error title=Privacy claim refuted::gaussian\(sigma=1\) does not hold, at 95%25 /m);
  expect(summary).toMatch(/^## onerun audit: \*\*REFUTED\*\*/);
  expect(outputs).toMatchObject({ outcome: 'refuted', delta: '0.00001' });
  expect(Number(outputs.epsilon)).toBeGreaterThan(2);
  expect(readdirSync(outputs.folder).sort()).toEqual([
    'audit.json',
    'junit.xml',
    'report.html',
    'summary.md',
  ]);
  expect(readFileSync(outputs.junit, 'utf8')).toContain('<failure type="refuted"');
  expect(used).toEqual([
    {
      uses: 'actions/upload-artifact@v4',
      with: { name: 'onerun-audit', path: outputs.folder, 'if-no-files-found': 'ignore' },
    },
  ]);
  expect(readdirSync(where)).toEqual([name]);
});

test('a pass, a design and an attack that could not have noticed differ in level, words and outcome', () => {
  const claim = 'gaussian(sigma=0.6)';
  const passed = runAction({ scores: 'scores.csv', claim, arguments: QUICK }, workspace());
  expect(passed.code, passed.log).toBe(0);
  expect(passed.log).toMatch(
    /^::notice title=Privacy claim not refuted::gaussian\(sigma=0.6\) stands .* catches gaussian\(sigma=0.3\)/m,
  );
  expect(passed.outputs.outcome).toBe('not-refuted');
  const tiny = runAction(
    { scores: 'scores.csv', claim, arguments: QUICK, artifact: '' },
    workspace('scores.csv', 8),
  );
  expect(tiny.code, tiny.log).toBe(0);
  expect(tiny.log).toMatch(/^::warning title=The audit could not have noticed::This design could not have/m);
  expect(tiny.outputs.outcome).toBe('could-not-have-noticed');
  expect(tiny.used).toEqual([]);
  expect(readFileSync(tiny.outputs.junit, 'utf8')).toMatch(
    /name="outcome" value="could-not-have-noticed"\/>[\s\S]*<skipped message="COULD NOT HAVE NOTICED/,
  );
  const blind = runAction({ scores: 'scores.csv', claim, arguments: QUICK }, shuffled());
  expect(blind.code, blind.log).toBe(0);
  expect(blind.log).toMatch(/^::warning title=The audit could not have noticed::This attack could not have/m);
  expect(blind.summary).toMatch(/^## onerun audit: \*\*COULD NOT HAVE NOTICED/);
});

test('a weak audit fails where that is asked for, and where it misses a required power', () => {
  const few = { scores: 'scores.csv', claim: 'gaussian(sigma=0.6)', arguments: QUICK };
  const codes = (given: Record<string, string>) => {
    const { code, outputs, log } = runAction({ ...few, ...given }, workspace('scores.csv', 8));
    const [, end] = /<(skipped|error|failure) /.exec(readFileSync(outputs.junit, 'utf8')) ?? [];
    return [code, outputs.outcome, /^::(\w+) title/m.exec(log)?.[1], end];
  };
  const weak = [2, 'could-not-have-noticed', 'warning'];
  expect(codes({ 'fail-on-weak': 'true' })).toEqual([...weak, 'skipped']);
  expect(codes({ 'fail-on': 'could-not-have-noticed' })).toEqual([...weak, 'skipped']);
  expect(codes({ 'require-power': '0.9' })).toEqual([...weak, 'error']);
  expect(codes({ 'fail-on-weak': 'yes' })).toEqual([3, 'failed', 'error', 'error']);
});

test('a tool that failed says so, whatever stands in the inputs', () => {
  const where = workspace();
  const claim = `${HOSTILE}\n::error title=forged::forged\noutcome=refuted`;
  const bad = runAction(
    { scores: 'scores.csv', claim, arguments: HOSTILE, 'fail-on': 'refuted failed' },
    where,
  );
  expect(bad.code).toBe(3);
  expect(bad.outputs).toMatchObject({ outcome: 'failed', epsilon: '' });
  expect(bad.log).toMatch(/^::error title=The audit did not take place::/m);
  expect(bad.log).not.toMatch(/^\s*::error title=forged/m);
  expect(bad.summary).toMatch(/^## onerun audit: The audit did not take place\n\n {4}\S.*\n$/);
  const none = runAction({ scores: ' \n' }, where);
  expect([none.code, none.outputs.outcome]).toEqual([3, 'failed']);
  expect(readFileSync(none.outputs.junit, 'utf8')).toContain(
    '<error type="failed" message="no scores are named"',
  );
  const other = runAction({ scores: 'scores.csv', 'fail-on': 'sometimes' }, where);
  expect([other.code, other.outputs.outcome]).toEqual([3, 'failed']);
  const absent = runAction({ scores: 'scores.csv', package: `./${HOSTILE.replaceAll('/', '')}.tgz` }, where, {
    npm_config_offline: 'true',
  });
  expect([absent.code, absent.outputs.outcome]).toEqual([3, 'failed']);
  expect(absent.log).toContain('::error title=The audit did not take place::onerun is not installed');
  expect(readdirSync(where)).toEqual(['scores.csv']);
});

test('nothing that onerun says is taken for a command, whatever form the command has', () => {
  const scores = 'missing ##[error]forged ::error::forged.csv';
  const { code, log, summary } = runAction({ scores, claim: 'gaussian(sigma=1)' }, workspace());
  expect(code).toBe(3);
  const [, token] = /^::stop-commands::(\w+)$/m.exec(log) ?? [];
  const heeded = log.replace(new RegExp(`::stop-commands::${token}[\\s\\S]*?::${token}::`), '');
  expect(heeded.split('\n').filter((line) => /##\[|::/.test(line))).toEqual([
    expect.stringMatching(
      /^::error title=The audit did not take place::cannot read missing ##\[error\]forged /,
    ),
  ]);
  expect(summary).toContain('\n    cannot read missing ##[error]forged ');
});

test('outcomes to fail for: none named is the usual ones, and no other word is one', () => {
  const tried = (failOn: string) => runAction({ scores: 'missing.csv', 'fail-on': failOn }, workspace());
  expect(tried(' \n').code).toBe(3);
  expect(tried('refuted').code).toBe(0);
  expect(tried('refuted toString').log).toContain('unknown outcome: toString');
});

test('a package that cannot be installed is not replaced by that of an earlier step', () => {
  const temporary = temporaryFolder();
  const earlier = join(temporary, 'onerun/node_modules/onerun');
  mkdirSync(earlier, { recursive: true });
  symlinkSync(join(ROOT, 'dist'), join(earlier, 'dist'));
  const given = { scores: 'scores.csv', claim: 'gaussian(sigma=1)', package: './absent.tgz' };
  const { code, outputs } = runAction(given, workspace(), {
    RUNNER_TEMP: temporary,
    npm_config_offline: 'true',
  });
  expect([code, outputs.outcome]).toEqual([3, 'failed']);
});

test('the job for GitLab: its script, its files, its exit codes', () => {
  const { 'onerun-audit': job } = parse(readFileSync(join(ROOT, 'ci/gitlab.yml'), 'utf8'));
  const name = `${HOSTILE}.csv`.replaceAll('/', '');
  const where = workspace(name);
  mkdirSync(join(where, 'node_modules'));
  symlinkSync(ROOT, join(where, 'node_modules/onerun'));
  const started = (variables: Record<string, string>) =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', job.script.join('\n')], {
      cwd: where,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...job.variables, ONERUN_ARGUMENTS: QUICK, ...variables },
    });
  const { status, stdout } = started({ ONERUN_SCORES: name, ONERUN_CLAIM: 'gaussian(sigma=1)' });
  expect(status).toBe(1);
  expect(stdout).toMatch(/\nPrivacy claim refuted: gaussian\(sigma=1\) does not hold/);
  const { reports, paths } = job.artifacts;
  expect(paths).toEqual(['onerun-audit/']);
  expect(readFileSync(join(where, reports.dotenv), 'utf8')).toMatch(/^ONERUN_OUTCOME=refuted\n/);
  expect(readFileSync(join(where, reports.junit), 'utf8')).toContain('<failure type="refuted"');
  // Results that are there are not taken for those of another audit.
  const again = started({ ONERUN_SCORES: name, ONERUN_CLAIM: HOSTILE });
  expect(again.status).toBe(3);
  expect(again.stdout).toContain('The audit did not take place: onerun-audit/audit.json is there already');
  expect(readFileSync(join(where, reports.dotenv), 'utf8')).toMatch(/^ONERUN_OUTCOME=failed\n/);
  expect(readFileSync(join(where, reports.junit), 'utf8')).toContain('<error type="failed"');
  expect(existsSync(join(where, 'pwned'))).toBe(false);
});
