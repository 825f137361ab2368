/** Writes docs/reference/command-line.md and files.md, from the program and from schemas/ (npm run docs:pages). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { commandLinePage } from '../site/generated/command-line.ts';
import { filesPage } from '../site/generated/files.ts';
import { claimUsage } from '../src/claims/index.ts';
import { programOf } from '../src/cli/shell/program.ts';

const REFERENCE = new URL('../docs/reference/', import.meta.url);
const SCHEMAS = new URL('../schemas/', import.meta.url);

const nothing = () => {};
const schemas = new Map(
  readdirSync(SCHEMAS).map((file) => [
    file.replace('.schema.json', ''),
    JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')),
  ]),
);
mkdirSync(REFERENCE, { recursive: true });
writeFileSync(
  new URL('command-line.md', REFERENCE),
  commandLinePage(programOf(nothing, nothing, claimUsage())),
);
writeFileSync(new URL('files.md', REFERENCE), filesPage(schemas));
