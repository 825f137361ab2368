import { existsSync } from 'node:fs';
import type { ByteSource, Limits, ParquetOptions, Platform } from '../../io/index.ts';
import { MissingPackage } from '../shell/optional.ts';
import { openParquetInThread, WORKER } from './parquet-thread.ts';
import type { FileSource, OpenSource } from './read-source.ts';
import { nodeHash } from './sha256.ts';
import { spool } from './spool.ts';

/** What Node does for the readers of src/io; to be closed when they are done. */
export interface NodePlatform extends Platform {
  close(): Promise<void>;
}

export function nodePlatform(): NodePlatform {
  const spooled: FileSource[] = [];
  const keep = async (name: string, stream: AsyncIterable<Uint8Array>, limits: Limits) => {
    const kept = await spool(name, stream, limits);
    spooled.push(kept);
    return kept;
  };
  const platform: NodePlatform = {
    createHash: nodeHash,
    spool: keep,
    async close() {
      for (const source of spooled.splice(0)) await source.close();
    },
  };
  // Run from its sources, as in tests, there is no built worker: Parquet is read within this process.
  if (!existsSync(WORKER) && import.meta.url.endsWith('.ts')) return platform;
  return {
    ...platform,
    async openParquet(source: ByteSource, limits: Limits, options: ParquetOptions) {
      if (!existsSync(WORKER)) throw new MissingPackage('the package onerun is broken, install it again');
      const { name, byteLength, descriptor }: ByteSource & Partial<OpenSource> = source;
      const file =
        descriptor === undefined
          ? await keep(name, source.stream(), limits)
          : { name, byteLength, descriptor };
      return openParquetInThread(file, limits, options);
    },
  };
}
