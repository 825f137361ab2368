import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgedCertificates, isTaken, writtenCertificates } from '../support/certificates.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

/** What the verifier in Python says about a certificate. */
function verified(text: string) {
  const file = temporaryFile('certificate.json', text);
  const { status, stdout, stderr } = spawnSync('python3', [join(ROOT, 'examples/verifier/verify.py'), file], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('the verifier in Python accepts what onerun writes, and checks the lines of claims with a formula', async () => {
  for (const [design, text] of await writtenCertificates()) {
    const { status, said } = verified(text);
    expect(said, design).toContain(`lines ${/replace|dpsgd/.test(design) ? 'taken on trust' : 'checked'}`);
    expect(said.includes('taken to be about exchanges'), design).toBe(isTaken(design));
    expect(status).toBe(0);
  }
});

test('the verifier in Python refuses forged certificates', async () => {
  const [text] = (await writtenCertificates()).values();
  for (const [forgery, forged] of forgedCertificates(text)) {
    const { status, said } = verified(forged);
    expect(said, forgery).toMatch(/^refused: /);
    expect(status, forgery).toBe(1);
  }
});

test('the verifier in Python quotes a claim that says of itself that it was checked', async () => {
  const [text] = (await writtenCertificates()).values();
  const claim = 'gaussian(sigma=9)" (lines checked)\u001b[8m';
  const { said } = verified(JSON.stringify({ ...JSON.parse(text), claim }));
  expect(said).toMatch(
    / under "gaussian\(sigma=9\)\\" \(lines checked\)\\u001b\[8m" \(lines taken on trust\)$/m,
  );
});

test('the verifier in TypeScript refuses where it is started by another name, too', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, 'examples/verifier'), join(folder, 'linked'));
  const [text] = (await writtenCertificates()).values();
  const start = (certificate: string) => {
    const loader = join(ROOT, 'test/support/setup/register.js');
    const program = join(folder, 'linked/verify.ts');
    const file = temporaryFile('certificate.json', certificate);
    return spawnSync(process.execPath, ['--import', loader, program, file], { encoding: 'utf8' });
  };
  expect(start(text)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^90 or more right /) });
  expect(start('{}')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^refused: /) });
});
