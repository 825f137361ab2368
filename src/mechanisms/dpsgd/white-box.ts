import type { DiracCanaries } from './dirac.ts';
import type { Privacy } from './privacy.ts';
import type { Released } from './release.ts';
import { createMemory, SCORES, type ScoreName } from './scores.ts';

/** What counts as the value of a coordinate that is not finite: more than any noise. */
const CERTAINLY_IN = 1e6;

/**
 * The white-box auditor: sees every released update, knows what the ordinary records contributed (a guarantee
 * holds against those who know all other records) and keeps a running score of each canary's coordinate.
 */
export class WhiteBox {
  private readonly memory: Float64Array[];
  private readonly score: ScoreName;
  private readonly privacy: Privacy;
  private readonly coordinates: Uint32Array;
  private readonly x: Float64Array;

  constructor(score: ScoreName, privacy: Privacy, { coordinates }: DiracCanaries) {
    this.score = score;
    this.privacy = privacy;
    this.coordinates = coordinates;
    this.memory = createMemory(score, coordinates.length);
    this.x = new Float64Array(coordinates.length);
  }

  see(step: number, { update, ordinary }: Released): void {
    for (let i = 0; i < this.x.length; i++) {
      const at = this.coordinates[i];
      const released = (update[at] - ordinary[at]) / this.privacy.clip;
      this.x[i] = Number.isFinite(released) ? released : CERTAINLY_IN;
    }
    SCORES[this.score].see(this.memory, this.x, step, this.privacy);
  }

  scores(): Float64Array {
    return SCORES[this.score].finish(this.memory, this.privacy);
  }
}
