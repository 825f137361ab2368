import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onerunWeb, type Served, WEB } from '../support/browser.ts';
import { onerunProcess, ROOT } from '../support/process.ts';
import { temporaryFile } from '../support/temporary.ts';

/** The widest policy that is allowed. */
const WIDEST: Record<string, string[]> = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'worker-src': ["'self'", 'blob:'],
};

function directives(policy: string): [string, string[]][] {
  return policy.split(';').map((part) => {
    const [name, ...sources] = part.trim().split(/\s+/);
    return [name, sources];
  });
}

/** A path exactly as it is written, which fetch would tidy up. */
function get(url: string, path: string, method = 'GET', headers = {}) {
  const { port } = new URL(url);
  return new Promise<{ code: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ code: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** What is answered to these bytes. */
function raw(url: string, text: string) {
  return new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
      if (said.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', () => resolve(said));
    socket.on('close', () => resolve(said));
    socket.write(text);
  });
}

describe('onerun web', () => {
  let app: Served;
  beforeAll(async () => {
    app = await onerunWeb();
  });
  afterAll(async () => {
    await app?.stop();
  });

  test('serves the app with a policy no wider than it should be, in the header and in the page', async () => {
    const { code, headers, body } = await get(app.url, '/');
    expect(code).toBe(200);
    const inPage = /Content-Security-Policy"\s+content="([^"]+)"/.exec(body)?.[1] ?? '';
    for (const policy of [String(headers['content-security-policy']), inPage]) {
      const found = directives(policy);
      for (const name of Object.keys(WIDEST)) expect(found.map(([own]) => own)).toContain(name);
      for (const [name, sources] of found) {
        const most = WIDEST[name] ?? ["'none'"];
        expect(most, name).toEqual(expect.arrayContaining(sources));
      }
    }
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  test('refuses paths that lead elsewhere, and methods that change things', async () => {
    for (const path of [
      '/../package.json',
      '/../../etc/passwd',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../cli.js',
      '/assets/%2e%2e/%2e%2e/cli.js',
      '/..\\cli.js',
      '//etc/passwd',
      '/etc/passwd',
      '/assets/',
      '/%00',
      '/index.html%00.js',
      'http://127.0.0.1/../cli.js',
    ]) {
      const { code, body } = await get(app.url, path);
      expect(code, path).toBeGreaterThanOrEqual(400);
      expect(body, path).not.toMatch(/onerun|root:/);
    }
    expect((await get(app.url, '/', 'POST')).code).toBe(405);
    expect(await get(app.url, '/', 'HEAD')).toMatchObject({ code: 200, body: '' });
  });

  test('answers this machine alone', async () => {
    const port = Number(new URL(app.url).port);
    expect(new URL(app.url).hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address }) => address);
    for (const host of [...others, '::1']) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host, port, timeout: 1000 });
        const end = (answer: boolean) => {
          socket.destroy();
          resolve(answer);
        };
        socket.once('connect', () => end(true));
        socket.once('error', () => end(false));
        socket.once('timeout', () => end(false));
      });
      expect(reached, host).toBe(false);
    }
  });
  const SECURITY = {
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };

  test('sends its security headers with every answer', async () => {
    for (const [path, method, code] of [
      ['/', 'GET', 200],
      ['/', 'HEAD', 200],
      ['/', 'POST', 405],
      ['/nothing', 'GET', 404],
      ['/nothing', 'HEAD', 404],
      ['*', 'OPTIONS', 405],
    ] as const) {
      const answer = await get(app.url, path, method);
      expect(answer.code, path).toBe(code);
      expect(answer.headers, `${method} ${path}`).toMatchObject(SECURITY);
    }
    expect((await get(app.url, '/', 'GET', { Host: 'evil.example' })).headers).toMatchObject(SECURITY);
    // Below the level of requests too.
    for (const text of [
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\n\r\n',
    ]) {
      const said = await raw(app.url, text);
      expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
      for (const name of Object.keys(SECURITY)) expect(said.toLowerCase(), text).toContain(`${name}: `);
    }
  });

  test('answers to names of this machine alone', async () => {
    const { port } = new URL(app.url);
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect((await get(app.url, '/', 'GET', { Host: host })).code, host).toBe(200);
    for (const host of [
      ...['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`, `evil-localhost:${port}`],
      ...['localhost', 'localhost:1', `127.0.0.2:${port}`, `0.0.0.0:${port}`, `localhost:${port}:${port}`],
      ...[`user@localhost:${port}`, `localhost:${port} evil`, `[::]:${port}`],
    ]) {
      const answer = await get(app.url, '/', 'GET', { Host: host });
      expect(answer.code, host).toBe(421);
      expect(answer.body).not.toContain('<');
    }
    expect(await raw(app.url, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await raw(app.url, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
  });

  test('ends in order when it is told to, with connections open', async () => {
    const other = await onerunWeb();
    const { port } = new URL(other.url);
    // One that waits, one that was answered and is kept, one in the middle of a question.
    const sockets = ['', `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`, 'GET / HT'].map((text) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      socket.on('error', () => {});
      socket.write(text);
      return socket;
    });
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const [begin, ended] = [
      performance.now(),
      new Promise((resolve) => other.process.once('exit', (code, signal) => resolve(signal ?? code))),
    ];
    other.process.kill('SIGTERM');
    expect(await ended).toBe(0);
    // Nobody waited for the question that never ends, for which a server has a minute.
    expect(performance.now() - begin).toBeLessThan(30_000);
    for (const socket of sockets) socket.destroy();
  });

  test('ends cleanly on Ctrl-C, also while a page is open', async () => {
    const other = await onerunWeb();
    await get(other.url, '/');
    let errors = '';
    other.process.stderr?.on('data', (text) => {
      errors += text;
    });
    expect(await other.stop()).toBe(130);
    expect(errors).toBe('');
    await expect(get(other.url, '/')).rejects.toThrow();
  });

  test('says where it is, and in one sentence why it cannot be there', async () => {
    const { port } = new URL(app.url);
    expect(onerunProcess(['web', '--no-open', '--port', port])).toMatchObject({
      code: 2,
      out: '',
      err: `cannot listen at port ${port}: it is in use\n`,
    });
    expect(onerunProcess(['web', '--no-open', '--port', '70000'])).toMatchObject({
      code: 2,
      err: 'invalid port; must be a whole number from 0 to 65535: 70000\n',
    });
    expect(onerunProcess(['web', '--help']).out).toContain('--no-open');
  });

  test('opens a browser unless told not to', async () => {
    const folder = join(temporaryFile('opened', ''), '..');
    const opener = join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open');
    spawnSync('sh', [
      '-c',
      `printf '#!/bin/sh\\necho "$1" > "${folder}/opened"\\n' > "${opener}" && chmod +x "${opener}"`,
    ]);
    const opened = () => readFileSync(join(folder, 'opened'), 'utf8').trim();
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const run = (flag: string) =>
      spawnSync(
        'sh',
        [
          '-c',
          `"${process.execPath}" dist/cli.js web --port 0 ${flag} & p=$!; sleep 2; kill -INT $p; wait $p`,
        ],
        {
          cwd: ROOT,
          env,
          encoding: 'utf8',
        },
      );
    run('--no-open');
    expect(opened()).toBe('');
    const { stdout } = run('');
    expect(opened()).toBe(/http:\S+/.exec(stdout)?.[0]);
  });
});

test('what is loaded at first is less than 135 kB gzipped; other views, plots and Parquet come when needed', () => {
  const names = readdirSync(join(WEB, 'assets'));
  const size = (name: string) => gzipSync(readFileSync(join(WEB, name))).length;
  const page = readFileSync(join(WEB, 'index.html'), 'utf8');
  const first = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name);
  expect(first.length).toBeGreaterThan(2);
  // The worker is not needed to show the page, but it is for the first answer.
  const worker = names.filter((name) => name.startsWith('worker-')).map((name) => `assets/${name}`);
  expect(worker).toHaveLength(1);
  // With the scripts that it cannot begin without.
  const needed = new Set(worker);
  for (const name of needed)
    for (const [, other] of readFileSync(join(WEB, name), 'utf8').matchAll(
      /(?:from|import)\s*"\.\/([^"]+\.js)"/g,
    ))
      needed.add(`assets/${other}`);
  const total = ['index.html', ...first, ...needed].reduce((sum, name) => sum + size(name), 0);
  expect(total).toBeLessThan(135_000);
  // Even with all that is kept for use without a network.
  const kept = names.filter((name) => !name.startsWith('parquet-codecs-')).map((name) => `assets/${name}`);
  expect(['index.html', ...kept].reduce((sum, name) => sum + size(name), 0)).toBeLessThan(700_000);
  for (const late of ['all-plots', 'parquet', 'npz'])
    expect(
      names.some((name) => name.startsWith(`${late}-`)),
      late,
    ).toBe(true);
});
