import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verify } from '../../examples/verifier/verify.ts';
import { forgedCertificates, isTaken, writtenCertificates } from '../support/certificates.ts';

test('the verifier in TypeScript accepts what onerun writes, and checks the lines of claims with a formula', async () => {
  for (const [design, text] of await writtenCertificates()) {
    const trusted = /replace|dpsgd/.test(design) ? 'taken on trust' : 'checked';
    expect(verify(text), design).toContain(`lines ${trusted}`);
    expect(verify(text).includes('taken to be about exchanges'), design).toBe(isTaken(design));
  }
});

test('the verifier in TypeScript refuses forged certificates', async () => {
  const [text] = (await writtenCertificates()).values();
  for (const [forgery, forged] of forgedCertificates(text))
    expect(() => verify(forged), forgery).toThrow(/invalid|not|negative/);
});

test('the verifier in TypeScript quotes a claim that says of itself that it was checked', async () => {
  const [text] = (await writtenCertificates()).values();
  const claim = 'gaussian(sigma=9)" (lines checked)\u001b[8m';
  const said = verify(JSON.stringify({ ...JSON.parse(text), claim }));
  expect(said).toMatch(
    / under "gaussian\(sigma=9\)\\" \(lines checked\)\\u001b\[8m" \(lines taken on trust\)$/,
  );
});

test.each([
  ['py', 55],
  ['ts', 75],
])('verify.%s is short', (ending, most) => {
  const source = readFileSync(new URL(`../../examples/verifier/verify.${ending}`, import.meta.url), 'utf8');
  const code = source.split('\n').filter((line) => !/^\s*(?:$|#|\/\/|\/\*\*|""")/.test(line));
  expect(code.length).toBeLessThanOrEqual(most);
});
