import { expect, test } from 'vitest';
import { bash, ROOT } from '../support/process.ts';

const FILES = 'examples/signals/plain/target.csv --reference examples/signals/plain/references.npz';

test('scores go through pipes: signals in, scores out, audited', () => {
  const score = '"$0" "$1" score - --reference examples/signals/plain/references.npz --kind lira';
  const audit = '"$0" "$1" audit - --claim "approx-dp(epsilon=0.5, delta=1e-5)" --guesses 100';
  const { code, out } = bash(`cat examples/signals/plain/target.csv | ${score} | ${audit}`, [], {
    cwd: ROOT,
  });
  expect(code).toBe(1);
  expect(out).toContain('1,000 canaries, 100 guesses');
});

test('a plan fixes which column of scores is audited', () => {
  const script = `
    cd "$(mktemp -d)" && cp -r ${ROOT}examples . &&
    "$0" "$1" plan -m 1000 --claim "approx-dp(epsilon=1, delta=1e-5)" --score-column lira --out plan.json &&
    "$0" "$1" score ${FILES} --kind lira --column lira --out lira.csv &&
    "$0" "$1" score ${FILES} --kind loss --column loss --out loss.csv &&
    "$0" "$1" audit lira.csv --plan plan.json; echo "audit: $?"
    "$0" "$1" audit loss.csv --plan plan.json --score-column loss; echo "other: $?"`;
  const { out, err } = bash(script);
  expect(out).toMatch(/audit: [01]\n/);
  expect(out).toContain('other: 2');
  expect(err).toContain('score column loss in place of lira');
});
