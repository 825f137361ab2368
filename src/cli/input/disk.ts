import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FilePlace } from '../../design/index.ts';
import { quotedPath } from '../../quote.ts';
import { shareProgress } from '../shell/progress.ts';
import { nodePlatform } from './platform.ts';
import { type OpenSource, openSource } from './read-source.ts';
import { nodeHash } from './sha256.ts';

/** Files, pipes and standard input (-), by the paths that are typed. */
export const DISK: FilePlace = {
  paths: { join, dirname, basename: (path) => basename(path), resolve: (path) => resolve(path) },
  async isFolder(path) {
    return path !== '-' && (await stat(path).catch(() => null))?.isDirectory() === true;
  },
  async isThere(path) {
    return (await stat(path).catch(() => null)) !== null;
  },
  leadsOut(folder, path) {
    try {
      const way = relative(realpathSync(folder), realpathSync(path));
      return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
    } catch {
      // What is not there is told when it is read.
      return false;
    }
  },
  async reading(paths, limits, read) {
    const platform = nodePlatform();
    const sources: OpenSource[] = [];
    try {
      for (const path of paths) sources.push(await openSource(path, limits));
      const result = await read(sources, { limits, platform });
      for (const source of sources) await source.refuseIfChanged();
      return result;
    } finally {
      await platform.close();
      for (const source of sources) await source.close();
    }
  },
  createHash: nodeHash,
  onProgress: (path) =>
    shareProgress(`reading ${path === '-' ? 'standard input' : quotedPath(basename(path))}`),
  option: (name) => `--${name}`,
};
