import { execFile } from 'node:child_process';
import { connect } from 'node:net';

/** Milliseconds that a program is given to say its version. */
const PATIENCE = 5000;

/** What a program said, or why nothing is known of it. */
export type Said = { readonly text: string } | { readonly missing: string };

export const MISSING = 'not found';
export const FAILS = 'found, but it fails';

/** Starts a program without a shell and takes what it says on standard output. */
export function ask(program: string, args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: 1 << 20, windowsHide: true },
      (error, stdout) => {
        if (error === null) resolve({ text: stdout });
        else if (error.code === 'ENOENT') resolve({ missing: MISSING });
        else if (error.killed) resolve({ missing: `no answer within ${PATIENCE / 1000} s` });
        else resolve({ missing: FAILS });
      },
    );
  });
}

/** The first of several programs that answers. */
export async function askFirst(programs: readonly string[], args: readonly string[]): Promise<Said> {
  let said: Said = { missing: MISSING };
  for (const program of programs) {
    const answer = await ask(program, args);
    if ('text' in answer) return answer;
    if (answer.missing !== MISSING) said = answer;
  }
  return said;
}

/** The first number with a point in a text, as versions are written. */
export function versionIn(text: string): string | null {
  return /\d+(?:\.\d+)+[\w.+-]*/.exec(text)?.[0] ?? null;
}

/** Whether a Redis answers at this machine's usual port. */
export function redisAnswers(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: 6379 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(500, () => end(false));
    socket.once('error', () => end(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    // Where a password is needed the answer is an error, which only a server gives.
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH)/.test(data.toString('latin1'))));
  });
}
