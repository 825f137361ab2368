import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { quotedPath } from '../../quote.ts';

/** No wider than the page needs: nothing from elsewhere, no scripts in the page. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** On every answer, refusals included. */
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Whether a request is for localhost. Under another name that resolves here, a foreign page could read the
 * answers.
 */
function isOwnName(host: string | undefined, port: number): boolean {
  const [, name, at] = /^(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i.exec(host ?? '') ?? [];
  return name !== undefined && Number(at ?? 80) === port;
}

/** A server of the files in a folder. They are listed once at the start, so that no path leads elsewhere. */
export function serve(folder: string): Server {
  const files = new Map(listed(folder).map((name) => [`/${name}`, join(folder, name)]));
  const index = files.get('/index.html');
  if (index === undefined)
    throw new Error(`the package is broken: the app is not in ${quotedPath(folder)}, npm run build makes it`);
  files.set('/', index);
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    const refuse = (code: number, text: string, more = {}) =>
      response
        .writeHead(code, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', ...more })
        .end(request.method === 'HEAD' ? undefined : `${text}\n`);
    if (!isOwnName(request.headers.host, (server.address() as AddressInfo | null)?.port ?? 0))
      return refuse(421, 'this server answers to localhost alone', { Connection: 'close' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'only GET', { Allow: 'GET, HEAD' });
    const path = (request.url ?? '/').split(/[?#]/)[0];
    const file = files.get(path);
    if (file === undefined) return refuse(404, 'there is no such file');
    try {
      const body = await readFile(file);
      response.writeHead(200, {
        ...HEADERS,
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Length': body.length,
        'Cache-Control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch {
      refuse(500, 'the file cannot be read');
    }
  });
  server.on('checkExpectation', (_, response) => response.writeHead(417, HEADERS).end());
  server.on('upgrade', (_, socket) => socket.end(plainAnswer('400 Bad Request')));
  server.on('connect', (_, socket) => socket.end(plainAnswer('405 Method Not Allowed')));
  // Requests that are not HTTP, or too slow, never reach the handler above.
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end(plainAnswer('400 Bad Request'));
    else socket.destroy();
  });
  return server;
}

function plainAnswer(status: string): string {
  const headers = Object.entries({ ...HEADERS, Connection: 'close', 'Content-Length': '0' });
  return `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
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
