import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';
import { Watched } from './supervise.js';

describe('a process that reads', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const watched = (body: string, waiting = 60) => {
    const path = join(folder, `${Math.abs(body.length)}.mjs`);
    writeFileSync(path, `process.on('message', (question) => { ${body} });`);
    return new Watched(path, { seconds: 1.5, waiting, bytes: 4e8 });
  };

  test('without end is ended', async () => {
    expect(await watched('for (;;) {}').ask({})).toMatchObject({ killed: true, fault: 'no end after 1.5 s' });
  });

  test('and waits without end is ended', async () => {
    const waits = await watched('setInterval(() => {}, 100);', 3).ask({});
    expect(waits).toMatchObject({ killed: true, fault: 'no end after 3 s of waiting' });
  });

  test('into more memory than is allowed is ended', async () => {
    const taking = 'globalThis.held = []; setInterval(() => held.push(new Uint8Array(5e7).fill(1)), 5);';
    const { killed, fault } = await watched(taking).ask({});
    expect({ killed, fault }).toMatchObject({
      killed: true,
      fault: expect.stringMatching(/MB, more than 400/),
    });
  });

  test('and ends by itself is seen', async () => {
    expect(await watched('process.exit(133);').ask({})).toMatchObject({ fault: 'the process ended: 133' });
  });

  test('and answers is asked again, also after it was ended', async () => {
    const one = watched('if (question.n === 1) for (;;) {} else process.send({ fault: "", n: question.n });');
    expect(await one.ask({ n: 0 })).toMatchObject({ fault: '', n: 0 });
    expect(await one.ask({ n: 1 })).toMatchObject({ killed: true });
    expect(await one.ask({ n: 2 })).toMatchObject({ fault: '', n: 2 });
    one.end();
  });
});
