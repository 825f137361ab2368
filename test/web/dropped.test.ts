import { expect, test } from 'vitest';
import { droppedFiles, sortFiles } from '../../web/src/dropped.ts';

const sorted = (...paths: string[]) => {
  const { folders, files } = sortFiles(paths.map((path) => ({ path, file: new File([], path) })));
  return { folders: folders.map(({ name, files: inside }) => [name, ...inside.keys()]), files: files.length };
};

test('a run folder is one run, also where others lie in it, as for onerun audit', () => {
  expect(sorted('a/manifest.json', 'a/scores.csv', 'a/old/manifest.json', 'a/old/scores.csv')).toEqual({
    folders: [['a', 'manifest.json', 'scores.csv', 'old/manifest.json', 'old/scores.csv']],
    files: 0,
  });
  expect(sorted('runs/b/manifest.json', 'runs/a/manifest.json', 'runs/ab/manifest.json').folders).toEqual([
    ['runs/a', 'manifest.json'],
    ['runs/ab', 'manifest.json'],
    ['runs/b', 'manifest.json'],
  ]);
});

test('a folder with more files than any audit has is refused, and not read in part', async () => {
  const file = {
    name: 'x.csv',
    isDirectory: false,
    file: (done: (file: File) => void) => done(new File([], '')),
  };
  let handed = 0;
  const reader = {
    readEntries: (done: (entries: unknown[]) => void) => done(handed++ < 51 ? Array(100).fill(file) : []),
  };
  const folder = { name: 'all', isDirectory: true, createReader: () => reader };
  const item = { kind: 'file', webkitGetAsEntry: () => folder, getAsFile: () => null };
  await expect(droppedFiles({ items: [item] } as unknown as DataTransfer)).rejects.toThrow(
    /^more than 5,000 files/,
  );
});
