/** Makes the example score files by playing games with the library: node examples/make.js (after npm run build). */
import { writeFileSync } from 'node:fs';
import { createRandom, drawAssignment } from '../dist/index.js';

/** A noisy sum of orthogonal canaries, each in by a fair coin: the score is the canary's own coordinate. */
function membership(file, { m, sigma, seed }) {
  const random = createRandom(seed);
  const included = drawAssignment(m, 2, random.split('coins'));
  const noise = random.split('noise');
  const rows = Array.from(included, (bit, i) => `${i},${(bit + sigma * noise.normal()).toFixed(6)},${bit}`);
  writeFileSync(new URL(file, import.meta.url), `id,score,included\n${rows.join('\n')}\n`);
}

/** One of k orthogonal candidates per bucket goes into the sum: the scores are the candidates' coordinates. */
function reconstruction(file, { m, k, sigma, seed }) {
  const random = createRandom(seed);
  const truth = drawAssignment(m, k, random.split('coins'));
  const noise = random.split('noise');
  const columns = Array.from({ length: k }, (_, j) => `score_${j}`);
  const rows = Array.from(truth, (chosen, i) => {
    const scores = columns.map((_, j) => ((j === chosen ? 1 : 0) + sigma * noise.normal()).toFixed(6));
    return `${i},${chosen},${scores.join(',')}`;
  });
  writeFileSync(new URL(file, import.meta.url), `id,truth,${columns.join(',')}\n${rows.join('\n')}\n`);
}

membership('sound.csv', { m: 1000, sigma: 1, seed: 'sound' });
membership('half-noise.csv', { m: 1000, sigma: 0.5, seed: 'half the noise' });
reconstruction('reconstruction.csv', { m: 500, k: 5, sigma: 1, seed: 'reconstruction' });
