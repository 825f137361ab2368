import { expect, test } from 'vitest';
import { claimUsage } from '../../../src/claims/index.ts';
import { manPage } from '../../../src/cli/describe/man.ts';
import { outlineOf } from '../../../src/cli/describe/outline.ts';
import { programOf } from '../../../src/cli/shell/program.ts';

const nothing = () => {};
const page = manPage(outlineOf(programOf(nothing, nothing, claimUsage())));

// After a change of the command line: npx vitest run test/cli/describe/man.test.ts -u
test('the manual page is what the command line gives', async () => {
  await expect(page).toMatchFileSnapshot('../../../man/onerun.1');
});

test('no line of the manual page is taken for a request by accident', () => {
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  for (const line of requests) expect(line).toMatch(/^\.(\\"|TH|SH|SS|TP|PP|nf|fi|B|BR|I|RI)( |$)/);
});
