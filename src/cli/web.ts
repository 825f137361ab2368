import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { InvalidInput } from '../errors.ts';
import { number } from './options.ts';
import { EXIT, type Outcome } from './outcome.ts';

interface Options {
  port?: number;
  open: boolean;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun web
  $ onerun web --port 8080 --no-open

The same folder, dist/web of the package, works from any static host. Ctrl-C ends it.`;

/** Only this machine is answered. */
const HOST = '127.0.0.1';
/** Taken unless it is in use: an address that stays the same keeps what the browser keeps for it. */
const USUAL_PORT = 7345;

/** No wider than the page needs: nothing from elsewhere, no scripts in the page. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Adds `onerun web`: the app on localhost. */
export function addWeb(program: Command, report: (outcome: Outcome) => void): void {
  program
    .command('web')
    .description('the app in your browser, served to this machine alone; nothing leaves the page')
    .option('--port <n>', `port (default: ${USUAL_PORT}, or any that is free)`, number('port'))
    .option('--no-open', 'do not open a browser')
    .option('--seed <seed>', 'accepted by every command; nothing here is random')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => {
      const server = serve(fileURLToPath(new URL('web/', import.meta.url)));
      const url = `http://${HOST}:${await listen(server, options.port)}/`;
      if (options.json === undefined)
        report({ code: EXIT.consistent, text: `onerun is at ${url}\nCtrl-C ends it.\n` });
      else report({ code: EXIT.consistent, json: { url } });
      if (options.open) openBrowser(url);
      await new Promise((resolve) => server.once('close', resolve));
    });
}

/** A server of the files in a folder, known by name from the start: no path leads elsewhere. */
function serve(folder: string): Server {
  const files = new Map(listed(folder).map((name) => [`/${name}`, join(folder, name)]));
  const index = files.get('/index.html');
  if (index === undefined) throw new InvalidInput(`the app is not there; npm run build makes it: ${folder}`);
  files.set('/', index);
  return createServer(async (request, response) => {
    const refuse = (code: number, text: string, more = {}) =>
      response.writeHead(code, { 'Content-Type': 'text/plain', ...more }).end(`${text}\n`);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'only GET', { Allow: 'GET, HEAD' });
    const path = (request.url ?? '/').split(/[?#]/)[0];
    const file = files.get(path);
    if (file === undefined) return refuse(404, 'there is no such file');
    try {
      const body = await readFile(file);
      response.writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Length': body.length,
        'Cache-Control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch {
      refuse(500, 'the file cannot be read');
    }
  });
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'));
  } catch {
    return [];
  }
}

/** Listens at the port, or without one at the usual, or else at any that is free; returns where. */
async function listen(server: Server, wanted: number | undefined): Promise<number> {
  if (wanted !== undefined && !(Number.isInteger(wanted) && wanted >= 0 && wanted < 65536))
    throw new InvalidInput(`invalid port; must be a whole number from 0 to 65535: ${wanted}`);
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
