import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** How many bytes of memory another process holds; 0 where the system does not say. */
export async function residentBytes(pid: number): Promise<number> {
  if (process.platform === 'win32') return 0;
  if (process.platform !== 'linux')
    return 1024 * Number(await printed('ps', ['-o', 'rss=', '-p', String(pid)]));
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
}

function printed(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, (error, out) => resolve(error ? '0' : out.trim()));
  });
}
