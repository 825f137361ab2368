/**
 * What is timed, each in a process of its own: functions of a bundle (`library` or `reader`) and of plain
 * arguments, which return seconds, the answer in words, and what else is worth knowing.
 */

/** The least seconds of the calls that half a second holds, of two calls at least where they are short. */
function least(run) {
  let [best, spent] = [Infinity, 0];
  for (let calls = 0; spent < 0.5 || (calls < 2 && spent < 3); calls++) {
    const begin = performance.now();
    run(calls);
    const seconds = (performance.now() - begin) / 1000;
    best = Math.min(best, seconds);
    spent += seconds;
  }
  return best;
}

function once(run) {
  const begin = performance.now();
  const value = run();
  return { seconds: (performance.now() - begin) / 1000, value };
}

/** Rounded down, as a lower bound must be. */
const shown = (epsilon) => `epsilon ${(Math.floor(epsilon * 1e4) / 1e4).toFixed(4)}`;

/** A curve that counts how often it is asked. */
function counting(f, counts) {
  const counted = (name) => (x) => {
    counts.asked++;
    return f[name](x);
  };
  return { ...f, fBar: counted('fBar'), fBarInv: counted('fBarInv'), slope: counted('slope') };
}

/** Seconds of one question to a curve: the mean of fBar and its inverse, over x of all sizes. */
function secondsPerQuestion(f) {
  const x = Float64Array.from({ length: 10_000 }, (_, i) => 10 ** (-6 * (1 - i / 10_000)));
  const seconds = least(() => {
    for (const one of x) f.fBarInv(f.fBar(one));
  });
  return seconds / (2 * x.length);
}

/** What a method remarks on its own answer. */
const shortly = (remark) => (remark.includes('Algorithm 3') ? 'by Algorithm 3' : 'no proof of the optimum');

/** Epsilon over the Gaussian family, without the largest provable one. */
export function epsilon(library, method, m, guesses, correct) {
  const gaussian = library.family('gaussian');
  const observation = { m, k: 2, guesses, correct };
  const search = (at) => library[method].threshold(observation, at, 0.05);
  const counts = { asked: 0 };
  const mu = search((t) => counting(gaussian.at(t), counts));
  const member = gaussian.at(mu);
  const remark = library[method].remark?.(observation, member) ?? null;
  return {
    seconds: least(() => gaussian.at(search(gaussian.at)).epsilonLower(1e-5)),
    answer: `${shown(member.epsilonLower(1e-5))}${remark === null ? '' : ` (${shortly(remark)})`}`,
    remark,
    mu,
    asked: counts.asked,
    floor: counts.asked * secondsPerQuestion(member),
  };
}

/** The optimal p-value with its certificate; each call has its own curve, since proofs are remembered. */
export function pValue(library, m, guesses, correct, mu) {
  const gaussian = library.family('gaussian');
  const observation = { m, k: 2, guesses, correct };
  const counts = { asked: 0 };
  const { bound } = library.certify(observation, counting(gaussian.at(mu), counts));
  return {
    seconds: least(() => library.certify(observation, gaussian.at(mu))),
    answer: `p ${bound.toFixed(7)}`,
    asked: counts.asked,
    floor: counts.asked * secondsPerQuestion(gaussian.at(mu)),
  };
}

/** If canaries do not influence each other: the p-value at mu, and epsilon over the Gaussian family. */
export function independentPValue(library, m, guesses, correct, mu) {
  const observation = { m, k: 2, guesses, correct };
  const found = () => library.independentCanaries.pValue(observation, library.family('gaussian').at(mu));
  return { seconds: least(found), answer: `p ${found().toFixed(7)}` };
}

export function independentEpsilon(library, m, guesses, correct) {
  const { at } = library.family('gaussian');
  const observation = { m, k: 2, guesses, correct };
  const found = () => at(library.independentCanaries.threshold(observation, at, 0.05)).epsilonLower(1e-5);
  return { seconds: least(found), answer: shown(found()) };
}

/** The first search of the process over some family. */
export function familySearch(library, family, m, guesses, correct) {
  const { seconds, value } = once(() => library.empiricalEpsilon({ m, k: 2, guesses, correct }, family));
  return { seconds, answer: shown(value[0].epsilon) };
}

const dpsgd = (noise, rate, steps) => `dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`;

export function firstCurve(library, noise, rate, steps) {
  const { seconds, value } = once(() => library.tradeOff(dpsgd(noise, rate, steps)));
  return { seconds, answer: `epsilon ${value.epsilon(1e-5).toFixed(6)}` };
}

/** Every noise is another, since curves are remembered. */
export function warmCurve(library, noise, rate, steps) {
  const f = library.tradeOff(dpsgd(noise, rate, steps));
  const seconds = least((i) => library.tradeOff(dpsgd(noise + 1e-4 * (i + 1), rate, steps)));
  return { seconds, answer: `epsilon ${f.epsilon(1e-5).toFixed(6)}`, epsilon: f.epsilon(1e-5) };
}

/** The first calibration of the process: the noise, or "refused". */
export function calibration(library, rate, steps, target) {
  const { seconds, value } = once(() =>
    refusable(() => library.calibrate(`dpsgd(rate=${rate}, steps=${steps})`, 'noise', target, 1e-5)),
  );
  return { seconds, answer: value === null ? 'refused' : `noise ${value.value.toPrecision(5)}` };
}

/** The first curve of the process, or its refusal, with little noise. */
export function harshCurve(library, noise, rate, steps) {
  const { seconds, value } = once(() => refusable(() => library.tradeOff(dpsgd(noise, rate, steps))));
  return { seconds, answer: value === null ? 'refused' : `epsilon ${value.epsilon(1e-5).toFixed(2)}` };
}

function refusable(run) {
  try {
    return run();
  } catch (error) {
    if (error.name !== 'InvalidInput') throw error;
    return null;
  }
}

/** A whole score file read, checked and hashed. */
export async function reading(reader, file) {
  const limits = { bytes: 50e9, ratio: 40, gzip: 2, rows: 200e6, memory: 2e9, seconds: 60, wait: 600 };
  const begin = performance.now();
  // Earlier releases read one run from a file.
  const read = reader.readRunsFrom ?? reader.readRunFrom;
  const [{ input }] = [await read(file, undefined, limits, {})].flat();
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, answer: `${input.rows.toLocaleString('en-US')} rows` };
}
