import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onerun, words } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const quick = (line: string) => onerun(words(line));
test.each(['bound', 'curve', 'audit', 'audit-all', 'plan', 'canaries', 'score'])(
  'the examples in the help of %s work',
  async (command) => {
    const { out } = await quick(`${command} --help all`);
    const examples = [...out.matchAll(/^ {2}\$ onerun (.*)$/gm)].map((match) => match[1]);
    expect(examples.length).toBeGreaterThan(1);
    const folder = temporaryFolder();
    cpSync(new URL('../../examples', import.meta.url), join(folder, 'examples'), { recursive: true });
    for (const example of examples) {
      const { code, err, out: printed } = await onerun(words(example), folder);
      expect([0, 1], example).toContain(code);
      expect(err).toBe('');
      expect(printed.length).toBeGreaterThan(50);
    }
  },
);
