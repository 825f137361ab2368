import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Licences under which everything that users install may be passed on. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
];
/** Packages under another licence, each with why that is fine. */
const READ: Readonly<Record<string, string>> = {
  '@resvg/resvg-wasm': 'MPL-2.0: used as it is, no file of it is changed',
  'dejavu-fonts-ttf': 'the licence of Bitstream Vera: fonts may be passed on, not sold by themselves',
};

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);

test('whatever users install may be passed on', () => {
  expect(installed.length).toBeGreaterThan(10);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const others = installed
    .map(([path, { license = 'none' }]) => [nameOf(path), license] as const)
    .filter(([name, license]) => !ALLOWED.includes(license) && READ[name] === undefined);
  expect(others).toEqual([]);
  const names = new Set(installed.map(([path]) => nameOf(path)));
  for (const name of Object.keys(READ)) expect(names).toContain(name);
});

test('the licences in the lock file are those that the packages state', () => {
  for (const [path, { license }] of installed) {
    const about = JSON.parse(manifestOf(path) ?? '{}') as { license?: unknown };
    if (typeof about.license === 'string') expect(license, path).toBe(about.license);
  }
});

/** What a package says of itself; null where it is not installed on this platform. */
function manifestOf(path: string): string | null {
  try {
    return readFileSync(new URL(`../${path}/package.json`, import.meta.url), 'utf8');
  } catch {
    return null;
  }
}
