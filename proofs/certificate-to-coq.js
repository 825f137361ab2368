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

/** A list of so many. */
function listOf(value, size, what, parts) {
  if (list(value, what).length !== size) throw new Error(`invalid ${what}; each must be ${parts}`);
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

/** A payoff with its lines and weights, as a term of checker.v. */
function claimOfMean({ game, payoff, tangents: given, bound }) {
  const m = count(game?.m, 'number of canaries');
  const k = count(game?.k, 'number of options');
  const guesses = count(game?.guesses, 'number of guesses');
  const claimed = inOneUnit([decimal(bound, 'bound')]);
  const tangents = list(given, 'tangents').map((tangent, g) => {
    const which = `tangent ${g + 1}`;
    return {
      slope: slopeAbove(tangent?.epsilon, `epsilon of ${which}`),
      offset: decimal(tangent?.delta, `delta of ${which}`),
      ranges: list(tangent?.weights, `weights of ${which}`).map((range) => {
        const [first, last, weight] = listOf(range, 3, `weights of ${which}`, 'first, last and weight');
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
    return `    Line ${slopes.values[g]} ${offsets.values[g]} ${sequence(weighed)}`;
  });
  return `{|
  canaries := ${m}; on_one_side := ${isOneSided(game.sides)}; options := ${k}; guesses := ${guesses}; pays := ${payoff};
  slope_unit := ${slopes.unit}; offset_unit := ${offsets.unit}; weight_unit := ${weights.unit};
  claimed := ${claimed.values[0]}; bound_unit := ${claimed.unit};
  lines := [::
${lines.join(';\n')}] |}`;
}

const sequence = (terms) => `[:: ${terms.join('; ')}]`;

/** What a round pays, as a term. */
function payoffOf(payoff) {
  const steps = list(payoff?.steps, 'steps').map((step) =>
    listOf(step, 2, 'steps', 'the right guesses and the height'),
  );
  const heights = [payoff?.base, ...steps.map(([, height]) => height)].map((each) => decimal(each, 'payoff'));
  const { unit, values } = inOneUnit(heights);
  const pairs = steps.map(([reach], i) => `(${count(reach, 'step')}, ${values[i + 1]})`);
  return `(Payoff ${values[0]} ${sequence(pairs)} ${unit})`;
}

/** Shares of the evidence have so many digits: cut off, so that rounding does not make them more than all. */
const SHARE_PLACES = 15;

function shareOf(weight) {
  const { digits, power } = decimal(weight, 'weight of a product');
  const places = BigInt(Math.abs(power + SHARE_PLACES));
  return power + SHARE_PLACES < 0 ? digits / 10n ** places : digits * 10n ** places;
}

/** Evidence beyond this is not claimed. */
const MOST_LOG = 690;

/** A decimal below e^log by what onerun verify leaves to the digits of another machine. */
function evidenceBelow(written) {
  const log = Number(written?.number);
  if (!Number.isFinite(log)) throw new Error('invalid evidence; must be a number');
  const below = log <= 0 ? 1 : Math.exp(Math.min(log, MOST_LOG) - 1e-9 * Math.max(1, log));
  return inOneUnit([decimal({ number: below.toPrecision(17) }, 'evidence')]);
}

/** The rounds in the order in which they began, with the last that is known of each, as terms. */
function roundsOf(events) {
  const rounds = new Map();
  for (const { run, reached, together } of list(events, 'events')) {
    const number = Number(count(run, 'run'));
    const isNext = number === rounds.size + 1;
    if (!isNext && rounds.get(number)?.reached !== null)
      throw new Error(`invalid run ${number}; runs are numbered as they start, and added once`);
    rounds.set(number, { reached, together });
  }
  const shown = [...rounds.values()];
  const chances = shown.flatMap(({ reached }) =>
    reached === null
      ? []
      : list(reached, 'what a run reached').flatMap((each) => list(each, 'what a run reached')),
  );
  const { unit, values } = inOneUnit(chances.map((chance) => decimal(chance, 'chance')));
  let next = 0;
  const terms = shown.map(({ reached }, i) => {
    const known = reached?.map((each) => sequence(each.map(() => values[next++])));
    const isLooked = shown[i + 1]?.together === undefined;
    return `    Shown ${known === undefined ? 'None' : `(Some ${sequence(known)})`} ${isLooked}`;
  });
  return { unit, terms };
}

/** The claim of evidence, as a term of rounds_checker.v. */
function claimOfEvidence({ products, events, mostLogEvidence }) {
  const bets = list(products, 'products').map(
    ({ weight, payoff, ...product }) =>
      `Bet ${shareOf(weight)} ${claimOfMean({ ...product, payoff: payoffOf(payoff) })}`,
  );
  const { unit, terms } = roundsOf(events);
  const evidence = evidenceBelow(mostLogEvidence);
  return `{|
  share_unit := ${10n ** BigInt(SHARE_PLACES)}; chance_unit := ${unit}; grain := ${10n ** 40n};
  stated := ${evidence.values[0]}; stated_unit := ${evidence.unit};
  bets := [::
  ${bets.join(';\n  ')}];
  rounds := [::
${terms.join(';\n')}] |}`;
}

const IMPORTS = `From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From onerun Require Import checker checker_sound rounds_checker rounds_checker_sound.
Local Open Scope Z_scope.`;

/** The Coq file for the text of a certificate. */
export function coqOf(text) {
  const document = withNumbersAsWritten(text) ?? {};
  if (document.schema === 'onerun-evidence/1')
    return `(** Evidence of rounds. Each slope is a decimal above e^epsilon, and the evidence one below e^mostLogEvidence. That the
    lines lie above the curve of the claim is not checked here. *)
${IMPORTS}

Definition this : claim_of_evidence := ${claimOfEvidence(document)}.

(** The checker runs where Coq's kernel compares its answer with "true". *)
Theorem this_is_true : Evidence_is_true this.
Proof. apply: accepted_evidence. vm_cast_no_check (erefl true). Qed.

Print Assumptions this_is_true.
`;
  const { schema, observation, tangents, bound } = document;
  if (schema !== 'onerun-certificate/1')
    throw new Error('invalid schema; must be onerun-certificate/1 or onerun-evidence/1');
  const correct = count(observation?.correct, 'number of right guesses');
  const claim = claimOfMean({ game: observation, payoff: `tail ${correct}`, tangents, bound });
  return `(** ${correct} or more right guesses: at most ${bound.number}.
    Each slope is a decimal above e^epsilon. That the lines lie above the curve of the claim is not checked here. *)
${IMPORTS}

Definition this : claim_of_mean := ${claim}.

(** The checker runs where Coq's kernel compares its answer with "true". *)
Theorem this_is_true : Tail_is_true this ${correct}.
Proof. apply: accepted_is_true; first by []. vm_cast_no_check (erefl true). Qed.

Print Assumptions this_is_true.
`;
}

/** The Coq file that proves that the checker refuses each of these certificates of evidence. */
export function refusalsOf(texts) {
  const claims = texts.map((text) => claimOfEvidence(withNumbersAsWritten(text)));
  return `${IMPORTS}

Definition altered : seq claim_of_evidence := [::
${claims.join(';\n')}].

Theorem altered_are_refused : all (fun E => ~~ check_evidence E) altered.
Proof. vm_cast_no_check (erefl true). Qed.

Print Assumptions altered_are_refused.
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
