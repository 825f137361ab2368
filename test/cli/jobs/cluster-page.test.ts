import { expect, test } from 'vitest';
import { markedJob } from '../../../src/cli/output/index.ts';
import { onerun } from '../../support/cli.ts';
import { readPage } from '../../support/pages.ts';
import { read } from '../../support/reproduce.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PAGE = readPage('docs/cluster.md');

/** The command of the page that writes a job, with its line ends taken out. */
function commandWith(flag: string): string[] {
  const [command] = new RegExp(`onerun reproduce [^\\n]*${flag} (?:[^\\n]*\\\\\\n)*[^\\n]*`).exec(PAGE) ?? [
    '',
  ];
  return command.replaceAll('\\\n', ' ').trim().split(/\s+/).slice(1);
}

test('the script on the page is what the command writes, in the folder that it names', async () => {
  const folder = temporaryFolder();
  expect((await onerun(commandWith('--slurm'), folder)).code).toBe(0);
  const [, , body] = /^(#!.*\n)(.*\n)([\s\S]*)$/.exec(read(folder, 'sweep.sbatch'))?.slice(1) ?? [];
  const there = markedJob(body.replaceAll(folder, '/home/me/study'), '#!/bin/bash\n');
  expect(/```bash\n([\s\S]*?)```/.exec(PAGE)?.[1]).toBe(there);
});

test('the manifest on the page is what the command writes', async () => {
  const folder = temporaryFolder();
  expect((await onerun(commandWith('--kubernetes'), folder)).code).toBe(0);
  expect(/```yaml\n(# Made by onerun[\s\S]*?)```/.exec(PAGE)?.[1]).toBe(read(folder, 'sweep.yaml'));
});
