import type { Exhibit } from './exhibit.ts';
import { inTurn } from './in-turn.ts';
import { ZOO_CLAIM, ZOO_NAMES, type ZooName, zooCommand, zooGame } from './zoo-games.ts';

/** Scores of training with a bug, as a score file. */
export function zooText(bug: ZooName): Promise<string> {
  return inTurn((work) => work.zooScores(bug));
}

/** Every bug of the zoo: scores that are made in the page, by the game of `onerun simulate`. */
export const ZOO_EXHIBITS: readonly (Exhibit & { readonly bug: ZooName; readonly command: string })[] =
  ZOO_NAMES.map((bug) => {
    const { what, score, size, m, violation } = zooGame(bug);
    const name = `zoo-${bug}`;
    const attack = `the score ${score}${size === 1 ? '' : ` and canaries of size ${size}`}`;
    return {
      name,
      bug,
      title: bug.replaceAll('-', ' '),
      sentence: `DP-SGD with ${what}; looked at by ${attack}.`,
      command: zooCommand(bug),
      settings: { form: 'dpsgd', claim: ZOO_CLAIM, ...(violation === null ? {} : { violation }) },
      file: async () => new File([await zooText(bug)], `${name}.csv`),
      canaries: m,
    };
  });
