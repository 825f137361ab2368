import { join } from 'node:path';
import { test } from 'vitest';
import { filesOf, runKilled, smallData } from '../support/crash.ts';
import {
  allOutputs,
  auditThroughKills,
  auditUndisturbed,
  reproduceThroughKills,
  trainThroughKills,
} from '../support/crash-suite.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A dozen kills at chosen moments; hundreds at every change and at random are in test/long/crash.long.ts. */

test.concurrent('a training that is killed leaves no run with parts of two', async ({ expect }) => {
  const args = ['train', '--data', smallData(), '--model', 'logistic', '--noise', '1', '--rate', '0.5'];
  const train = [...args, '--steps', '4', '-m', '40', '--seed', '1'];
  const whole = join(temporaryFolder(), 'run');
  expect(await runKilled([...train, '--out', whole], null)).toMatchObject({ code: 0 });
  const kills = await trainThroughKills(train, join(temporaryFolder(), 'run'), filesOf(whole), [
    { change: 2 },
    { placed: 'setting.json' },
    { placed: 'canaries.csv' },
    { placed: 'scores.csv' },
    { placed: 'manifest.json' },
  ]);
  expect(kills).toBe(5);
});

test.concurrent('a sweep that is killed loses no finished task', async ({ expect }) => {
  const args = ['reproduce', 'gaussian', '--sigma', '1,2', '-m', '100,1000', '--method', 'paper'];
  const whole = temporaryFolder();
  expect(await runKilled([...args, '--out', whole], null)).toMatchObject({ code: 0 });
  const kills = await reproduceThroughKills(args, temporaryFolder(), filesOf(whole), [
    { change: 2 },
    { change: 5 },
    { placed: 'gaussian.csv' },
  ]);
  expect(kills).toBe(3);
});

test.concurrent('an audit that is killed leaves whole files, old or new', async ({ expect }) => {
  const place = temporaryFolder();
  const play = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '60', '--seed'];
  const [first, second] = [join(place, 'first.csv'), join(place, 'second.csv')];
  await runKilled([...play, '1', '--out', first], null);
  await runKilled([...play, '2', '--out', second], null);
  const out = temporaryFolder();
  const design = ['--claim', 'gaussian(sigma=1)', '--family', 'gaussian', '--seed', '1', '--json'];
  const audit = (file: string) => ['audit', file, ...design, ...allOutputs(out)];
  const fresh = await auditUndisturbed(audit(second), out);
  const old = await auditUndisturbed(audit(first), out);
  const kills = await auditThroughKills(audit(second), out, fresh, old, [
    { change: 2 },
    { change: 6 },
    { change: 11 },
  ]);
  expect(kills).toBe(3);
});
