import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary.ts';
import { words } from './words.ts';

export const read = (path: string) => readFileSync(path, 'utf8');
export const mode = (path: string) => statSync(path).mode & 0o777;
export const HALF = join(temporaryFolder(), 'half.csv');
writeFileSync(
  HALF,
  readFileSync(new URL('../../examples/half-noise.csv', import.meta.url), 'utf8')
    .split(/(?<=\n)/)
    .slice(0, 81)
    .join(''),
);
const SIGNALS = join(temporaryFolder(), 'signals.csv');
writeFileSync(SIGNALS, 'id,loss\n0,0.5\n1,0.25\n');
export const CLAIM = ['--claim', 'gaussian(sigma=3)'];
const BOUND = ['bound', '-m', '100', '-g', '50', '-c', '49', '--claim', 'pure-dp(epsilon=1)'];
const ONE_TEST = ['--method', 'paper', '--family', 'pure-dp'];
export const PARTIAL = /\.partial$/;

/** Every option that writes a file, in its quickest form. */
export const WRITERS: Readonly<Record<string, (path: string) => string[]>> = {
  'audit --report': (path) => [
    'audit',
    HALF,
    ...CLAIM,
    '--method',
    'paper',
    '--family',
    'pure-dp',
    '--report',
    path,
  ],
  'audit --certificate': (path) => [
    'audit',
    HALF,
    ...CLAIM,
    '--method',
    'optimal',
    '--family',
    'pure-dp',
    '--certificate',
    path,
  ],
  'audit --json': (path) => ['audit', HALF, ...CLAIM, ...ONE_TEST, `--json=${path}`],
  'audit --markdown': (path) => ['audit', HALF, ...CLAIM, ...ONE_TEST, `--markdown=${path}`],
  'audit --junit': (path) => ['audit', HALF, ...CLAIM, ...ONE_TEST, '--junit', path],
  'bound --certificate': (path) => [...BOUND, '--method', 'optimal', '--certificate', path],
  'curve --plot (SVG)': (path) => ['curve', ...CLAIM, '--plot', path],
  'curve --plot (PNG)': (path) => ['curve', ...CLAIM, '--plot', path],
  'plan --out': (path) => ['plan', '-m', '100', ...CLAIM, '--out', path],
  'plan --plot': (path) => ['plan', '-m', '100', ...CLAIM, '--plot', path],
  'canaries --out': (path) => ['canaries', '-m', '10', '--out', path],
  'score --out': (path) => ['score', SIGNALS, '--kind', 'loss', '--out', path],
  'simulate --out': (path) => [...words('simulate --mechanism gaussian-sum --sigma 1 -m 10 --out'), path],
};
export const ENDINGS: Readonly<Record<string, string>> = {
  'audit --report': 'html',
  'audit --markdown': 'md',
  'audit --junit': 'xml',
  'curve --plot (SVG)': 'svg',
  'curve --plot (PNG)': 'png',
  'plan --plot': 'svg',
  'canaries --out': 'csv',
  'score --out': 'csv',
  'simulate --out': 'csv',
};
export const writers = Object.keys(WRITERS);
export const fileFor = (writer: string, where = temporaryFolder()) =>
  join(where, `a.${ENDINGS[writer] ?? 'json'}`);
