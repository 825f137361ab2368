import type { Target } from './target.ts';
import { archive, archiveChecksum, arrayPair, idx } from './targets/arrays.ts';
import { commandLine, curves, grammar } from './targets/claims.ts';
import { certificates, commitments, logs, manifestChecksum, manifests, plans } from './targets/documents.ts';
import { ledgers } from './targets/ledgers.ts';
import { parquetBytes } from './targets/parquet.ts';
import { signalFiles } from './targets/signals.ts';
import {
  anyBytes,
  audits,
  delimited,
  formatsAgree,
  gzipChecksum,
  gzipLayers,
  jsonRows,
} from './targets/tables.ts';

/** Every reader, and how many of a thousand inputs it gets: the slow ones fewer. */
export const TARGETS: readonly (readonly [target: Target, share: number])[] = [
  [delimited, 80],
  [jsonRows, 80],
  [anyBytes, 100],
  [formatsAgree, 30],
  [gzipChecksum, 40],
  [gzipLayers, 40],
  [arrayPair, 60],
  [archive, 80],
  [archiveChecksum, 40],
  [idx, 20],
  [parquetBytes, 100],
  [grammar, 60],
  [curves, 5],
  [commandLine, 30],
  [audits, 10],
  [plans, 20],
  [manifests, 20],
  [manifestChecksum, 10],
  [commitments, 20],
  [certificates, 20],
  [logs, 10],
  [ledgers, 10],
  [signalFiles, 30],
];
