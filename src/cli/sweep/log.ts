import type { Figure, SweepTask, TaskResult } from '../../experiments/index.ts';
import { sha256Of } from '../input/sha256.ts';
import { VERSION } from '../shell/version.ts';
import { ResultLog } from '../tasks/result-log.ts';

const SCHEMA = 'onerun-sweep/1';

/** The first line of a log; a part of a sweep also says which part, and with which settings. */
export interface LogHead {
  readonly schema: typeof SCHEMA;
  readonly figure: string;
  readonly shard?: string;
  readonly settings?: unknown;
}

/** The key of a task in a log: a hash of its parameters and of the version of the code that does it. */
export function taskKey(figure: Figure, task: SweepTask): string {
  return sha256Of(JSON.stringify([VERSION, figure.name, figure.version, task])).slice(0, 32);
}

/** The log of a sweep. */
export class SweepLog extends ResultLog<LogHead, TaskResult> {
  /** Reads a log, or begins one. */
  static async open(path: string, { mended = true } = {}): Promise<SweepLog> {
    const log = new SweepLog(path, { schema: SCHEMA, command: 'onerun reproduce' });
    await log.read(mended);
    return log;
  }

  protected override isHead({ figure }: { readonly figure?: unknown }): boolean {
    return typeof figure === 'string';
  }

  add(key: string, task: SweepTask, result: TaskResult): void {
    this.addResult(key, task, result);
  }
}
