/**
 * Damped steps between tangents. Two orders can lead to each other in turn, while the best tangents lie
 * between theirs: so each coordinate moves all the way to its new value as long as the direction stays, and
 * half as far each time the direction changes.
 */
export class DampedSteps {
  private at = new Float64Array(0);
  private parts = new Float64Array(0);
  private moves = new Float64Array(0);

  towards(target: Float64Array): Float64Array {
    const { at, parts, moves } = this;
    const next = target.slice();
    const nextParts = new Float64Array(target.length).fill(1);
    const nextMoves = new Float64Array(target.length);
    for (let t = 0; t < Math.min(at.length, target.length); t++) {
      const move = target[t] - at[t];
      nextMoves[t] = move;
      nextParts[t] = move * moves[t] < 0 ? 0.5 * parts[t] : Math.min(1, 1.2 * parts[t]);
      next[t] = at[t] + nextParts[t] * move;
    }
    [this.at, this.parts, this.moves] = [next, nextParts, nextMoves];
    return next.slice();
  }
}
