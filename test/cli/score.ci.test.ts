import { expect, test } from 'vitest';
import { bash, ROOT } from '../support/process.ts';

test('scores go through pipes: signals in, scores out, audited', () => {
  const score = '"$0" "$1" score - --reference examples/signals/plain/references.npz --kind lira';
  const audit = '"$0" "$1" audit - --claim "approx-dp(epsilon=0.5, delta=1e-5)" --guesses 100';
  const { code, out } = bash(`cat examples/signals/plain/target.csv | ${score} | ${audit}`, [], {
    cwd: ROOT,
  });
  expect(code).toBe(1);
  expect(out).toContain('99 of 100 guesses about 1,000 canaries were right');
});
