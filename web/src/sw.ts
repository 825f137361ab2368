/**
 * The service worker: keeps every file of this version, so that the app works without a network after the
 * first load.
 */

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const worker = globalThis as unknown as Scope;
const FILES = '__FILES__' as unknown as readonly string[];
/** Large files that few need: kept once they were fetched, not in advance. */
const LATE = /\/parquet-codecs-|\/late\//;
const { scope } = worker.registration;
/** The names of this app's caches begin so; a copy of the app in another folder of the host has others. */
const OURS = `onerun ${scope} `;
const CACHE = `${OURS}__VERSION__`;
const known = new Set(FILES.map((file) => new URL(file, scope).href));

worker.addEventListener('install', (event) => {
  // A host may let browsers keep the page for a while: an older one would name files that are not kept.
  const page = new Request(scope, { cache: 'reload' });
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([page, ...[...known].filter((file) => !LATE.test(file))])),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(discardOthers().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (request.method !== 'GET') return;
  if (known.has(address)) event.respondWith(kept(request, address));
  else if (address === scope || address === `${scope}index.html`) event.respondWith(newest(request));
});

async function discardOthers(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
}

/** A file from the cache; its name changes with its content, so the cached one is never outdated. */
async function kept(request: Request, address: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(address);
  if (found !== undefined) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}

/** The page itself: from the network, or from the cache where there is none. */
async function newest(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
  } catch {
    // No network.
  }
  return (await (await caches.open(CACHE)).match(scope)) ?? Response.error();
}
