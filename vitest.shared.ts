import { register } from 'node:module';
import type { ViteUserConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slow-first.ts';
import { SlowestTests } from './test/support/slowest.ts';

const LOADER = new URL('test/support/setup/register.js', import.meta.url).href;
register('./test/support/setup/typescript.js', import.meta.url);

/** What all configurations of the tests share: modules are Node's own, and are loaded once per worker. */
export const shared: NonNullable<ViteUserConfig['test']> = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', LOADER, '--enable-source-maps', '--disable-warning=ExperimentalWarning'],
  globalSetup: ['./test/support/setup/temporary.ts'],
  reporters: ['default', new SlowestTests()],
  isolate: false,
  sequence: { sequencer: SlowFirst },
  // By default one core is left idle; of two, that is half of the machine.
  maxWorkers: 2,
};
