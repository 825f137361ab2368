import { register } from 'node:module';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slow-first.ts';
import { SlowestTests } from './test/support/slowest.ts';

type TestOptions = NonNullable<ViteUserConfig['test']>;

const LOADER = new URL('test/support/setup/register.js', import.meta.url).href;
register('./test/support/setup/typescript.js', import.meta.url);

/** What all configurations of the tests share. */
export const shared: TestOptions = {
  reporters: ['default', new SlowestTests()],
  sequence: { sequencer: SlowFirst },
  // By default one core is left idle; of two, that is half of the machine.
  maxWorkers: 2,
};

/** Modules are Node's own, and are loaded once per worker. */
export const native: TestOptions = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    '--import',
    LOADER,
    '--enable-source-maps',
    '--disable-warning=ExperimentalWarning',
    // module.register, which Node 26 calls out of date; what follows it is missing in Node 20.
    '--disable-warning=DEP0205',
  ],
  isolate: false,
};

/** The tests on Node's modules, and those that put a module of their own in the place of another (vi.mock). */
export function projects(options: TestOptions): TestProjectInlineConfiguration[] {
  const mocked = 'test/**/*.mocked.test.ts';
  const { exclude = [], ...rest } = options;
  return [
    {
      test: {
        ...native,
        ...rest,
        name: 'native',
        include: ['test/**/*.test.ts'],
        exclude: [...exclude, mocked],
      },
    },
    { test: { name: 'mocked', include: [mocked] } },
  ];
}
