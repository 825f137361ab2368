import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv } from '../../io/files.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { words } from '../../support/words.ts';
import { command } from '../promises.ts';
import { plainRun } from './scores.ts';

/** Good documents of every kind, made by the commands that make them. */
export interface Samples {
  readonly scores: string;
  readonly assignment: string;
  /** Scores without coins, which the assignment holds. */
  readonly blind: string;
  readonly plan: object;
  readonly certificate: object;
  readonly commitment: object;
  readonly manifest: object;
}

let made: Promise<Samples> | null = null;

export function samples(): Promise<Samples> {
  made ??= make();
  return made;
}

async function make(): Promise<Samples> {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const made = async (line: string, ...more: string[]) => {
    const { code } = await command([...words(line), ...more]);
    if (code !== 0) throw new Error(`a sample could not be made: ${line}`);
  };
  try {
    const columns = plainRun();
    const scores = Buffer.from(csv(columns)).toString();
    writeFileSync(at('scores.csv'), scores);
    await made('plan -m 60 --claim gaussian(sigma=1) --seed 1 --out', at('plan.json'));
    await made('bound -m 60 -g 20 -c 19 --sides in --certificate', at('certificate.json'));
    await made('canaries -m 60 --seed 1 --out', at('canaries.csv'));
    const assignment = read('canaries.csv');
    const coins = assignment.trim().split('\n').slice(1);
    const blind = `id,score\n${coins.map((line, i) => `${line.split(',')[0]},${columns.score[i]}\n`).join('')}`;
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    return {
      scores,
      assignment,
      blind,
      plan: JSON.parse(read('plan.json')),
      certificate: JSON.parse(read('certificate.json')),
      commitment: JSON.parse(read('canaries.csv.commitment.json')),
      manifest: {
        schema: 'onerun-run/1',
        claim: 'gaussian(sigma=1)',
        scores: 'scores.csv',
        assignment: 'canaries.csv',
        sha256: { scores: sha256(blind), assignment: sha256(assignment) },
        guesses: [20],
        sides: 'both',
        families: ['gaussian'],
        delta: 1e-5,
        tau: 0.05,
        seed: '7',
        parameters: { model: 'none' },
      },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
