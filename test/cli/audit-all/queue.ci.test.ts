import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditsSchema } from '../../../src/cli/schemas/audits.ts';
import { folderOf, scoresCsv } from '../../support/audits-folder.ts';
import { onerunProcess } from '../../support/process.ts';
import { joinedWorker } from '../../support/queue-sweep.ts';
import { RedisServer, Running, redisThere } from '../../support/redis.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const OPTIONS = [
  '--claim',
  'gaussian(sigma=1)',
  '--method',
  'paper',
  '--family',
  'gaussian',
  '--seed',
  'x',
  '--json',
];

test.runIf(redisThere)(
  'audits through a queue are those of one machine, and hashes are checked',
  async () => {
    const folder = folderOf({
      'a.csv': scoresCsv(200, 1, 'a'),
      'b.csv': scoresCsv(400, 0.3, 'b'),
      'bad.csv': 'nothing',
    });
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    const alone = join(temporaryFolder(), 'out');
    expect(onerunProcess(['audit-all', folder, '--out', alone, '--workers', '1', ...OPTIONS]).code).toBe(1);
    const server = await RedisServer.start();
    const worker = await joinedWorker(server, '--folder', copy);
    const audit = async (...more: string[]) => {
      const out = join(temporaryFolder(), 'out');
      const command = ['audit-all', folder, '--out', out, '--queue', server.address, ...OPTIONS, ...more];
      const { code, out: printed } = await new Running(command).ended;
      return { code, out, found: auditsSchema.parse(JSON.parse(printed)) };
    };
    try {
      const { code, out } = await audit();
      expect(code).toBe(1);
      for (const name of ['audits.csv', 'audits.jsonl'])
        expect(readFileSync(join(out, name), 'utf8')).toBe(readFileSync(join(alone, name), 'utf8'));
      // The worker's file is another now.
      writeFileSync(join(copy, 'a.csv'), scoresCsv(200, 0.3, 'other'));
      const { found } = await audit('--delta', '1e-6');
      expect(found.rows.map(({ outcome }) => outcome)).toEqual(['error', 'refuted', 'error']);
      expect(found.rows[0].error).toMatch(/^a\.csv is not the file that was to be audited: its sha256 is/);
    } finally {
      await worker.kill();
      await server.stop();
    }
  },
);
