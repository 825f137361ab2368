import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The most memory that a process has held so far, in megabytes, with those that it started. */
function peakOf(pid) {
  try {
    const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children.filter((child) => child !== '').reduce((sum, child) => sum + peakOf(child), own);
  } catch {
    return 0;
  }
}

/** Seconds of processor time that a process has used so far; the kernel counts in hundredths. */
function processorSeconds(pid) {
  try {
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (.*)/s);
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) / 100;
  } catch {
    return 0;
  }
}

/**
 * Runs Node to its end, or for so many seconds: how long it took, what it wrote, and its processor time and
 * the peak of its memory (Linux only, else 0).
 */
export async function measured(args, patience = Infinity) {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let [out, megabytes, processor] = ['', 0, 0];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
    processor = Math.max(processor, processorSeconds(child.pid));
    if (performance.now() - begin > 1000 * patience) child.kill('SIGKILL');
  }, 20);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, processor, megabytes, out, code, stopped: code === null };
}
