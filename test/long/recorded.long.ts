import { test } from 'vitest';
import { expectDocumented, RUNS } from '../support/recorded.ts';

test.each(RUNS)('the recorded run %s proves what the docs say, over DP-SGD too', (name) =>
  expectDocumented(name, true),
);
