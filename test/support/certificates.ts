import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onerun } from './cli.ts';
import { temporaryFolder } from './temporary.ts';

/** What a certificate holds, as far as it is forged below. */
interface Written {
  claim: string;
  observation: { m: number; k: number; guesses: number; correct: number; sides?: string };
  bound: number;
  tangents: { epsilon: number; delta: number; weights: [number, number, number][] }[];
}

const DESIGNS = [
  '-m 1000 -g 100 -c 90 --claim gaussian(sigma=2)',
  '-m 100 -g 16 -c 15 --family approx-dp(delta=1e-5)',
  '-m 100 -g 20 -c 19 --claim pure-dp(epsilon=1)',
  '-m 1000 -g 100 -c 90 --claim gaussian(mu=0.6) --sides in',
  '-m 300 -k 4 -g 100 -c 70 --claim gaussian(mu=0.79,relation=replace)',
  '-m 300 -k 4 -g 100 -c 70 --claim gaussian(mu=0.79)',
  '-m 1000 -g 80 -c 66 --claim dpsgd(noise=1,rate=0.02,steps=300)',
];

/** Whether a claim about adding and removing is taken to be about exchanges there. */
export const isTaken = (design: string) => design.includes(' -k ') && !design.includes('replace');

let written: Promise<Map<string, string>> | undefined;

/** Certificates that onerun writes, by what it was asked; made once. */
export function writtenCertificates(): Promise<Map<string, string>> {
  written ??= makeCertificates();
  return written;
}

async function makeCertificates(): Promise<Map<string, string>> {
  const folder = temporaryFolder();
  const texts = new Map<string, string>();
  for (const [i, design] of DESIGNS.entries()) {
    const file = join(folder, `${i}.json`);
    await onerun(['bound', ...design.split(' '), '--certificate', file]);
    texts.set(design, readFileSync(file, 'utf8'));
  }
  return texts;
}

/** Ways to make a certificate of a Gaussian claim say more than it proves. */
const FORGERIES: Readonly<Record<string, (certificate: Written) => void>> = {
  'a smaller bound': (written) => {
    written.bound *= 0.999;
  },
  'one right guess fewer': (written) => {
    written.observation.correct--;
  },
  'more canaries': (written) => {
    written.observation.m *= 2;
  },
  'guesses on one side': (written) => {
    written.observation.sides = 'in';
  },
  'a claim of less noise': (written) => {
    written.claim = 'gaussian(sigma=1.999)';
  },
  'a claim without noise': (written) => {
    written.claim = 'gaussian(sigma=0)';
  },
  'a claim of noise below zero': (written) => {
    written.claim = 'gaussian(sigma=-1)';
  },
  'a claim of no number': (written) => {
    written.claim = 'gaussian(sigma=2e)';
  },
  'a claim of an epsilon below zero': (written) => {
    written.claim = 'approx-dp(epsilon=-5, delta=0)';
  },
  'a claim of a delta below zero': (written) => {
    written.claim = 'approx-dp(epsilon=1, delta=-1)';
  },
  'a line that is too low': (written) => {
    written.tangents[1].delta *= 0.9999;
  },
  'a weight below zero': (written) => {
    written.tangents[0].weights[0][2] *= -1;
  },
  'weights of which one counts twice': (written) => {
    written.tangents[0].weights.push(written.tangents[0].weights[0]);
  },
  'weights beyond the last count': (written) => {
    written.tangents[0].weights[0][1] = written.observation.guesses + 1;
  },
  'fewer options than two': (written) => {
    written.observation.k = 1;
  },
  'no weights': (written) => {
    written.tangents = [];
  },
};

/** The same certificate, forged in each way. */
export function forgedCertificates(text: string): Map<string, string> {
  return new Map(
    Object.entries(FORGERIES).map(([name, forge]) => {
      const written = JSON.parse(text) as Written;
      forge(written);
      return [name, JSON.stringify(written)];
    }),
  );
}
