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

const FORM = 'redis://host:port/database, or rediss:// for TLS';

const CODES = 'a password in it needs % codes for special characters';

/** What was typed may hold a password, so a message says what is wrong with it without quoting it. */
const invalid = (problem: string) => new InvalidInput(`invalid queue; ${problem}: must be ${FORM}`);

/**
 * Reads the address of a queue. User and password are those in the address, or else ONERUN_QUEUE_USER and
 * ONERUN_QUEUE_PASSWORD of the environment.
 */
export function queueAddress(text: string, environment: NodeJS.ProcessEnv = process.env): QueueAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalid(`it cannot be read (${CODES})`);
  }
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw invalid('it is of another kind');
  if (url.hostname === '') throw invalid('it names no host');
  // What stands behind the host and has an @ is the rest of a password.
  if (`${url.pathname}${url.search}${url.hash}`.includes('@')) throw invalid(`it cannot be read (${CODES})`);
  if (url.search !== '' || url.hash !== '') throw invalid('it has options at its end');
  const database = url.pathname.replace(/^\//, '');
  if (!/^\d{0,5}$/.test(database)) throw invalid('its database is not a number');
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const isEncrypted = url.protocol === 'rediss:';
  const port = url.port === '' ? 6379 : Number(url.port);
  if (port === 0) throw invalid('its port is 0');
  return {
    shown: quoted(`${url.protocol}//${host.includes(':') ? `[${host}]` : host}:${port}/${Number(database)}`),
    host,
    port,
    database: Number(database),
    isEncrypted,
    user: decoded(url.username) || environment.ONERUN_QUEUE_USER || null,
    password: decoded(url.password) || environment.ONERUN_QUEUE_PASSWORD || null,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('a % code in it cannot be read');
  }
}
