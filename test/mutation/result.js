export function summary(sample, results) {
  const known = sample.flatMap((mutant) => results.get(mutant.id) ?? []);
  const killed = known.filter(({ outcome }) => outcome !== 'survived').length;
  return `${killed} of ${known.length} killed (${((100 * killed) / known.length).toFixed(1)}%)`;
}
export function record() {}
