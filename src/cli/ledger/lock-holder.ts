import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256Of } from '../input/sha256.ts';

/** Who holds a lock, as its file says. */
export interface LockHolder {
  readonly pid: number;
  /** When the process started, as the system counts; null where it does not say. */
  readonly started: string | null;
  /** Where process numbers mean the same processes: one machine between two starts, or one container. */
  readonly place: string;
  readonly host: string;
  /** Different for every lock that was ever taken. */
  readonly token: string;
}

const PLACE = sha256Of(
  [hostname(), textOf('/proc/sys/kernel/random/boot_id'), linkOf('/proc/self/ns/pid')].join(' '),
).slice(0, 16);

/** This process as the holder of one more lock. */
export function newHolder(): LockHolder {
  const { pid } = process;
  const started = stateOfProcess(pid)?.started ?? null;
  return { pid, started, place: PLACE, host: hostname(), token: randomBytes(8).toString('hex') };
}

/** The holder that the text of a lock names; null where it does not say. */
export function parseHolder(text: string): LockHolder | null {
  try {
    const { pid, started, place, host, token } = JSON.parse(text) as Record<string, unknown>;
    const words = [place, host].every((word) => typeof word === 'string');
    const told = started === null || typeof started === 'string';
    if (!words || !told || !Number.isSafeInteger(pid) || Number(pid) <= 0) return null;
    if (typeof token !== 'string' || !/^[0-9a-f]{16}$/.test(token)) return null;
    return { pid, started, place, host, token } as LockHolder;
  } catch {
    return null;
  }
}

/** Whether a holder certainly has ended. Of another machine or container that cannot be known from here. */
export function hasEnded({ pid, started, place }: LockHolder): boolean {
  if (place !== PLACE) return false;
  const state = stateOfProcess(pid);
  if (state !== null) return state.ended || (started !== null && state.started !== started);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * What Linux says about a process: when it started, so that a number that is used again is not mistaken for
 * the same process, and whether it has ended and only waits for its parent. Null where the system does not
 * say.
 */
function stateOfProcess(pid: number): { started: string; ended: boolean } | null {
  // The name of the program comes before in brackets and may hold spaces and brackets itself.
  const fields = textOf(`/proc/${pid}/stat`).split(')').at(-1)?.trim().split(/\s+/) ?? [];
  const [state, started] = [fields[0], fields[19]];
  return started === undefined ? null : { started, ended: /^[ZXx]$/.test(state) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
