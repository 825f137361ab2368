import { expect, test } from 'vitest';
import { queueAddress } from '../../../src/cli/queue/address.ts';
import { withoutPasswords } from '../../../src/cli/shell/words/secrets.ts';

test('an address is read, and shown without its password', () => {
  expect(queueAddress('redis://host', {})).toEqual({
    shown: 'redis://host:6379/0',
    host: 'host',
    port: 6379,
    database: 0,
    isEncrypted: false,
    user: null,
    password: null,
  });
  expect(queueAddress('rediss://me:p%40ss%2Fword@[::1]:6380/3', {})).toMatchObject({
    shown: 'rediss://[::1]:6380/3',
    host: '::1',
    isEncrypted: true,
    user: 'me',
    password: 'p@ss/word',
  });
});

test('user and password may come from the environment, and those in the address win', () => {
  const environment = { ONERUN_QUEUE_USER: 'me', ONERUN_QUEUE_PASSWORD: 'hidden' };
  expect(queueAddress('redis://host/1', environment)).toMatchObject({ user: 'me', password: 'hidden' });
  expect(queueAddress('redis://you:typed@host/1', environment)).toMatchObject({
    user: 'you',
    password: 'typed',
  });
});

test('a bad address is refused in one sentence that does not repeat it', () => {
  for (const bad of [
    '',
    'host:6379',
    ':hidden@host',
    'http://:hidden@host',
    'redis://',
    'redis://:hidden@host/name',
    'redis://:hidden@host/0?x=1',
    'redis://:hidden@host:0/',
    'redis://:hidden@host:99999/',
    'redis://:hidden%zz@host/',
    'redis://:hid/den@host/',
  ])
    expect(() => queueAddress(bad, {}), bad).toThrow(/^invalid queue; (?!.*hid).*redis:\/\/host:port/);
});

test('messages lose what stands before the host of an address', () => {
  expect(withoutPasswords('a redis://me:p@ss/word@host:1/0 and rediss://:x@[::1]/ b')).toBe(
    'a redis://host:1/0 and rediss://[::1]/ b',
  );
  expect(withoutPasswords('of redis://:two words@host:1/0')).toBe('of redis://host:1/0');
  expect(withoutPasswords('figure: redis://me:secret… (one of a, b)')).toBe(
    'figure: redis://… (one of a, b)',
  );
  expect(withoutPasswords('me@example.org, redis://host')).toBe('me@example.org, redis://host');
});
