import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { serve } from '../../src/cli/web/server.ts';
import { CLI, ROOT } from './process.ts';

export const WEB = join(ROOT, 'dist/web');
const CHROMIUM = '/usr/bin/chromium';

/** How long, in milliseconds, a page may take for one thing on a busy machine. */
const PATIENCE = 90_000;

/** Whether there is a browser; in CI there must be. */
export const browserThere = existsSync(CHROMIUM) || Boolean(process.env.CI);
if (!browserThere) console.warn(`No ${CHROMIUM}: pages are not opened in a browser. CI installs it.`);

let started: Promise<Browser> | undefined;

/** The browser that all tests of a worker share; it ends with the worker. */
function sharedBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return started;
}

let app: Promise<string> | undefined;

/** Where the built app is served, by the server of `onerun web`; the address ends with a slash. */
export function sharedApp(): Promise<string> {
  app ??= addressOf(serve(join(WEB, '/')), '/');
  return app;
}

/** Lets a server listen at any free port of this machine, for no longer than the worker lives. */
async function addressOf(server: Server, path: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

export interface Served {
  /** Ends with a slash. */
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<number | null>;
}

/** `onerun web` as a user starts it, at any free port. */
export async function onerunWeb(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [CLI, 'web', '--no-open', '--json', '--port', '0', ...args]);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      if (said.trimEnd().endsWith('}')) resolve(JSON.parse(said).url);
    });
    child.once('exit', (code) => reject(new Error(`onerun web ended with ${code}`)));
  });
  return {
    url,
    process: child,
    stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * Any static host, with the app or another built folder under a path, which lets browsers keep every file for a while;
 * counts what is asked for.
 */
export async function staticHost(prefix: string, folder = WEB) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0]);
    asked.push(path);
    const name = path.startsWith(prefix)
      ? path.slice(prefix.length).replace(/(^|\/)$/, '$1index.html')
      : null;
    if (name === null || !statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      return response.writeHead(404).end();
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' });
    return response.end(readFileSync(join(folder, name)));
  });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: await addressOf(server, prefix), asked, stop };
}

/** A page in a fresh context that remembers where it asked and what it complained of. */
export async function open(url: string, options: BrowserContextOptions = {}) {
  const context = await (await sharedBrowser()).newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { context, page, requests, complaints };
}

/**
 * What axe objects to, in the page or a part of it, but for what is left out. Only what is asked for is collected, and in the page itself, which has no frames: that
 * takes a third of the time.
 */
export async function violations(page: Page, part = 'html', leftOut?: string): Promise<[string, string[]][]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
  if (leftOut !== undefined) axe.exclude(leftOut);
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Opens the menu of what can be taken away from a figure, unless it is open. */
export async function openTakeMenu(page: Page, label: string): Promise<void> {
  const menu = page.locator('details.take', { has: page.getByLabel(`Take away: ${label}`) });
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
}

/** What a click on a button saves. */
export async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** What two audits of the same scores do not share: the command, and a seed that is fresh each time. */
const OWN = [
  '.provenance.command',
  '.provenance.seed',
  '.provenance.seedFrom',
  // The command line knows the folder of a file, the page its name.
  '.provenance.files.0.name',
];

/** Where two pieces of data differ by more than 1e-12, relatively. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (OWN.includes(path)) return [];
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= 1e-12 * Math.abs(b) ? [] : [`${path}: ${a} and ${b}`];
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.flatMap((key) =>
      differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`),
    );
  }
  return a === b ? [] : [`${path}: ${String(a)} and ${String(b)}`];
}
