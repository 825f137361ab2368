import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';

/** Where a queue is, and how to get in. */
export interface QueueAddress {
  /** The address as it may be printed: without user and password. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly isEncrypted: boolean;
  readonly user: string | null;
  readonly password: string | null;
}

/** What was typed may hold a password, so that the message does not quote it. */
const INVALID =
  'invalid queue; must be redis://host:port/database, or rediss:// for TLS; a password in it needs % codes for special characters';

/**
 * Reads the address of a queue. User and password are those in the address, or else ONERUN_QUEUE_USER and
 * ONERUN_QUEUE_PASSWORD of the environment.
 */
export function queueAddress(text: string, environment: NodeJS.ProcessEnv = process.env): QueueAddress {
  try {
    const url = new URL(text);
    const [, database] = /^\/?(\d{0,5})$/.exec(url.pathname) ?? [];
    const isRedis = /^rediss?:$/.test(url.protocol) && url.hostname !== '' && url.port !== '0';
    if (!isRedis || database === undefined || `${url.search}${url.hash}` !== '') throw new TypeError(INVALID);
    const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
    const port = url.port === '' ? 6379 : Number(url.port);
    return {
      shown: quoted(
        `${url.protocol}//${host.includes(':') ? `[${host}]` : host}:${port}/${Number(database)}`,
      ),
      host,
      port,
      database: Number(database),
      isEncrypted: url.protocol === 'rediss:',
      user: decodeURIComponent(url.username) || environment.ONERUN_QUEUE_USER || null,
      password: decodeURIComponent(url.password) || environment.ONERUN_QUEUE_PASSWORD || null,
    };
  } catch {
    throw new InvalidInput(INVALID);
  }
}
