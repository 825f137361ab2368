// Writes a certificate of onerun as a Coq file in which the proved checker runs on it:
//   node proofs/certificate-to-coq.js certificate.json > checked.v
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Exponents of ten beyond this are not written by onerun. */
const MOST_POWER = 400;

/** The document, with each number as the text that the file has for it: 0.5 becomes { number: '0.5' }. */
function withNumbersAsWritten(text) {
  JSON.parse(text, (key, value) => {
    if (key === 'number') throw new Error('invalid certificate; must not have a key number');
    return value;
  });
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e[+-]?\d+)?/gi, (token) =>
      token.startsWith('"') ? token : `{"number":"${token}"}`,
    ),
  );
}

/** A decimal as it stands in the file, as whole number times a power of ten. */
function decimal(written, what) {
  const found = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written?.number ?? '');
  if (found === null) throw new Error(`invalid ${what}; must be a number, zero or more`);
  const [, whole, fraction = '', exponent = '0'] = found;
  const power = Number(exponent) - fraction.length;
  if (Math.abs(power) > MOST_POWER) throw new Error(`invalid ${what}; its exponent is too large`);
  return { digits: BigInt(whole + fraction), power };
}

/** A count, as it stands in the file. */
function count(written, what) {
  const found = /^\d{1,15}$/.exec(written?.number ?? '');
  if (found === null) throw new Error(`invalid ${what}; must be a whole number, zero or more`);
  return BigInt(found[0]);
}

function list(value, what) {
  if (!Array.isArray(value)) throw new Error(`invalid ${what}; must be a list`);
  return value;
}

/** Decimals in one common unit, 10^places of them making 1. */
function inOneUnit(decimals) {
  const places = Math.max(0, ...decimals.map(({ power }) => -power));
  return {
    unit: 10n ** BigInt(places),
    values: decimals.map(({ digits, power }) => digits * 10n ** BigInt(power + places)),
  };
}

/**
 * A decimal above e^epsilon: what is added covers the last digits of Math.exp, which are the engine's, and those
 * of epsilon that a double has no room for.
 */
function slopeAbove(written, what) {
  decimal(written, what);
  const epsilon = Number(written.number);
  if (!(epsilon <= 700)) throw new Error(`invalid ${what}; must be at most 700`);
  const above = Math.exp(epsilon) * (1 + 2 ** -48 + epsilon * 2 ** -53);
  return decimal({ number: above.toPrecision(17) }, what);
}

/** Whether all guesses were on one side. */
function isOneSided(sides) {
  if (sides === undefined || sides === 'both') return false;
  if (sides === 'in' || sides === 'out') return true;
  throw new Error('invalid sides; must be in, out or both');
}

/** The Coq file for the text of a certificate. */
export function coqOf(text) {
  const { schema, observation, tangents: given, bound } = withNumbersAsWritten(text) ?? {};
  if (schema !== 'onerun-certificate/1') throw new Error('invalid schema; must be onerun-certificate/1');
  const m = count(observation?.m, 'number of canaries');
  const k = count(observation?.k, 'number of options');
  const guesses = count(observation?.guesses, 'number of guesses');
  const correct = count(observation?.correct, 'number of right guesses');
  const oneSided = isOneSided(observation?.sides);
  const claimed = inOneUnit([decimal(bound, 'bound')]);
  const tangents = list(given, 'tangents').map((tangent, g) => {
    const which = `tangent ${g + 1}`;
    return {
      slope: slopeAbove(tangent?.epsilon, `epsilon of ${which}`),
      offset: decimal(tangent?.delta, `delta of ${which}`),
      ranges: list(tangent?.weights, `weights of ${which}`).map((range) => {
        if (list(range, `weights of ${which}`).length !== 3)
          throw new Error(`invalid weights of ${which}; each must be first, last and weight`);
        const [first, last, weight] = range;
        return {
          counts: `${count(first, `first count of ${which}`)}, ${count(last, `last count of ${which}`)}`,
          weight: decimal(weight, `weight of ${which}`),
        };
      }),
    };
  });
  const slopes = inOneUnit(tangents.map(({ slope }) => slope));
  const offsets = inOneUnit(tangents.map(({ offset }) => offset));
  const weights = inOneUnit(tangents.flatMap(({ ranges }) => ranges.map(({ weight }) => weight)));
  let next = 0;
  const lines = tangents.map(({ ranges }, g) => {
    const weighed = ranges.map(({ counts }) => `(${counts}, ${weights.values[next++]})`);
    return `    Line ${slopes.values[g]} ${offsets.values[g]} [:: ${weighed.join('; ')}]`;
  });
  return `(** ${correct} or more of ${guesses} guesses right among ${m} canaries of ${k} options${oneSided ? ', all guesses on one side' : ''}: at most ${bound.number}.
    Each slope is a decimal above e^epsilon. That the lines lie above the curve of the claim is not checked here. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From onerun Require Import checker.
Local Open Scope Z_scope.

Definition this : claim_of_tail := {|
  canaries := ${m}; on_one_side := ${oneSided}; options := ${k}; guesses := ${guesses}; correct := ${correct};
  slope_unit := ${slopes.unit}; offset_unit := ${offsets.unit}; weight_unit := ${weights.unit};
  claimed := ${claimed.values[0]}; bound_unit := ${claimed.unit};
  lines := [::
${lines.join(';\n')}] |}.

(** The checker runs where Coq's kernel compares its answer with "true". *)
Theorem this_is_true : Claim_is_true this.
Proof. apply: accepted_is_true. vm_cast_no_check (erefl true). Qed.

Print Assumptions this_is_true.
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.stdout.write(coqOf(readFileSync(process.argv[2] ?? '', 'utf8')));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
