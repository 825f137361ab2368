import highs from 'highs';

/** Seconds and value of the optimal p-value's linear program by HiGHS, with tangents at x log-spaced. */
export async function solvedByHighs(observation, f, tangents, low) {
  const solver = await highs();
  const text = program(observation, f, tangents, low);
  const begin = performance.now();
  const { ObjectiveValue } = solver.solve(text, { solver: 'simplex' });
  return { seconds: (performance.now() - begin) / 1000, value: ObjectiveValue };
}

/** The program as text; counts below `low` are left out, which only raises its value. */
function program({ m, k, guesses, correct }, f, tangents, low) {
  const counts = Array.from({ length: guesses - low + 1 }, (_, i) => low + i);
  const sum = (terms) => terms.map((term) => `+ ${term}`).join('\n');
  const rows = [` one: ${sum(counts.map((i) => `p${i}`))} + rest = 1`];
  for (let g = 0; g < tangents; g++) {
    const x = (guesses / m) * 10 ** (-4 * (1 - g / (tangents - 1)));
    const epsilon = Math.max(0, Math.log(f.slope(x)));
    for (const i of counts.slice(1))
      rows.push(
        ` r${g}_${i}: ${i / guesses} p${i} - ${(Math.exp(epsilon) * (guesses - i + 1)) / ((k - 1) * guesses)} p${i - 1} - s${g}_${i} <= 0`,
      );
    const slack = sum(counts.slice(1).map((i) => `s${g}_${i}`));
    rows.push(` d${g}: ${slack} <= ${(f.delta(epsilon) * m) / guesses}`);
  }
  const tail = counts.filter((i) => i >= correct).map((i) => `p${i}`);
  return `Maximize\n obj: ${sum(tail)}\nSubject To\n${rows.join('\n')}\nEnd`;
}
