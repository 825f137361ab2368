import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHOICE_NAMES, choiceFlag } from '../src/audit-choices.ts';
import { onerun } from './support/cli.ts';

test('every choice of an audit is an option of the command line and an argument in Python', async () => {
  const flags = CHOICE_NAMES.map(choiceFlag);
  for (const command of ['audit', 'audit-all']) {
    const { out } = await onerun([command, '--help', 'all']);
    expect(flags.filter((flag) => !out.includes(`--${flag} `))).toEqual([]);
  }
  const verbs = readFileSync(new URL('../python/src/onerun_audit/verbs.py', import.meta.url), 'utf8');
  const parameters = verbs.slice(verbs.indexOf('def audit('), verbs.indexOf(') -> AuditResult'));
  expect(flags.filter((flag) => !parameters.includes(` ${flag.replaceAll('-', '_')}: `))).toEqual([]);
});
