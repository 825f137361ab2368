import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.github/workflows');

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly container?: { image: string; options?: string };
  readonly strategy?: { matrix?: { node?: string[] } };
  readonly steps: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(folder).map(
  (name) => [name, parse(readFileSync(join(folder, name), 'utf8')) as Workflow] as const,
);
const jobs = workflows.flatMap(([name, { jobs: own }]) =>
  Object.entries(own).map(([job, about]) => [`${name}: ${job}`, about] as const),
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test.each(jobs)('%s runs as root in a Debian container, within a limit of time', (_, job) => {
  expect(job.container?.image).toMatch(/^node:20-bookworm$/);
  expect(job.container?.options).toContain('--user root');
  expect(job['timeout-minutes']).toBeGreaterThan(0);
});

test.each(jobs)('%s calls only scripts that there are', (_, job) => {
  for (const { run = '' } of job.steps) {
    for (const [, name] of run.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(scripts).toHaveProperty(name);
    for (const [path] of run.matchAll(/^\.ci\/\S+/gm)) {
      expect(existsSync(join(root, path))).toBe(true);
      accessSync(join(root, path), constants.X_OK);
    }
  }
});

test('the versions of Node are those of the long tests', () => {
  const versions = JSON.parse(readFileSync(join(root, 'test/nodes/versions.json'), 'utf8'));
  const named = jobs.flatMap(([, { strategy }]) => strategy?.matrix?.node ?? []);
  expect(named).toEqual(versions);
});

test('.ci/run is called by a workflow', () => {
  expect(jobs.some(([, { steps }]) => steps.some(({ run }) => run === '.ci/run'))).toBe(true);
});

test.each(workflows)(
  '%s: CI is set only where .ci/run has installed what such tests need',
  (_, { env, jobs: own }) => {
    const isWhole = Object.values(own).every(({ steps }) => steps.some(({ run }) => run === '.ci/run'));
    expect(env?.CI).toBe(isWhole ? undefined : '');
  },
);

test('.ci/run installs both browsers that are tested', () => {
  const script = readFileSync(join(root, '.ci/run'), 'utf8');
  for (const browser of ['chromium', 'firefox-esr']) expect(script).toContain(`missing+=(${browser})`);
});
