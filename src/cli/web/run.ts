import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { onInterrupt } from '../shell/interrupt.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { USUAL_PORT } from './port.ts';
import { serve } from './server.ts';

export interface WebOptions {
  readonly port?: number;
  readonly open: boolean;
  readonly json?: true;
}

/** The server listens on this machine alone. */
const HOST = '127.0.0.1';

/** Serves the app and reports its address, then waits for a signal and reports how it ended. */
export async function runWeb(options: WebOptions, report: (outcome: CommandOutcome) => void): Promise<void> {
  const server = serve(fileURLToPath(new URL('web/', import.meta.url)));
  const end = ended(server);
  const url = `http://${HOST}:${await listen(server, options.port)}/`;
  if (options.json === undefined)
    report({ code: EXIT.consistent, text: `onerun is at ${url}\nCtrl-C ends it.\n` });
  else report({ code: EXIT.consistent, json: { url } });
  if (options.open) openBrowser(url);
  report({ code: await end, text: '' });
}

/** Waits for a signal. Being told to end is the usual end of a server, Ctrl-C an interrupt like any other. */
async function ended(server: Server): Promise<number> {
  let code: number = EXIT.consistent;
  onInterrupt((signal) => {
    if (signal !== 'SIGTERM') code = EXIT.interrupted;
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('close', resolve));
  return code;
}

/** Listens at the port, or without one at the usual, or else at any that is free; returns where. */
async function listen(server: Server, wanted: number | undefined): Promise<number> {
  if (wanted !== undefined) checkWhole('port', wanted, 0, 65535);
  const at = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, () => {
        server.off('error', reject);
        resolve();
      });
    });
  const reason = (error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE'
      ? 'it is in use'
      : error.code === 'EACCES'
        ? 'permission denied'
        : error.message;
  try {
    await at(wanted ?? USUAL_PORT);
  } catch (error) {
    if (wanted !== undefined)
      throw new InvalidInput(`cannot listen at port ${wanted}: ${reason(error as NodeJS.ErrnoException)}`);
    await at(0);
  }
  return (server.address() as AddressInfo).port;
}

/** Asks the system to show a page; where it cannot, the address has been printed. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
