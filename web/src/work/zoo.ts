import { scoreText } from '../../../src/io/index.ts';
import { dpsgdOnCanaries, scoreNamed, simulateScores } from '../../../src/mechanisms/index.ts';
import { type ZooName, zooGame } from '../exhibits/zoo-games.ts';

/** The score file that `onerun simulate` makes with the same seed. */
export async function simulatedZoo(bug: ZooName): Promise<string> {
  const { noise, rate, steps, score, size, m, seed } = zooGame(bug);
  const subject = dpsgdOnCanaries({ noise, rate, steps, bug, size, score: scoreNamed(score) });
  const { assignment, scores } = await simulateScores(subject, m, seed);
  return scoreText(scores, 2, { assignment });
}
