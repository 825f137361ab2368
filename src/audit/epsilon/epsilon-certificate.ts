import { certify } from '../../bounds/index.ts';
import { checkWhole } from '../../check.ts';
import {
  family as familyOf,
  parameterAt,
  parseClaim,
  parseFamily,
  printClaim,
  printFamily,
  type TradeOff,
  tradeOff,
} from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { clopperPearsonLower } from '../../numerics/index.ts';
import { quoted } from '../../quote.ts';
import type { Certificate, Claim, MechanismAssumption, Observation, Relation } from '../../types.ts';
import type { EmpiricalEpsilon } from '../records.ts';
import { exchangeCurve } from '../resolve-claim.ts';

/** By how much of a member's parameter the search for a certificate steps back first. */
const FIRST_STEP = 1e-12;
/** Two levels that differ by less, relatively, differ by the digits of another machine. */
const SAME = 1e-9;

/** How the significance was spent: on how many numbers of guesses, and over how many runs. */
export interface LevelFacts {
  /** The significance of the whole. */
  readonly tau: number;
  /** How many numbers of guesses share it evenly. */
  readonly numbers: number;
  readonly runs: number;
  /** How many of the runs had `correct` or more right. */
  readonly successes: number;
}

/** That epsilon at delta is at least this, because a member of a family is refuted. */
export interface EpsilonStatement extends LevelFacts {
  readonly family: string;
  readonly delta: number;
  /** Infinity where no epsilon is large enough. */
  readonly epsilon: number;
  readonly assumption: MechanismAssumption;
  /** The probability that refutes a member, in each run. */
  readonly level: number;
}

/** The proof that one member of a family is refuted, and what follows for epsilon. */
export interface EpsilonProof {
  /** The member, as a claim. */
  readonly claim: string;
  readonly certificate: Certificate;
  readonly statement: EpsilonStatement;
}

/** What the probability of so many right guesses in one run must not exceed for a member to be refuted. */
function refutingLevel({ tau, numbers, runs, successes }: LevelFacts): number {
  return runs === 1 ? tau / numbers : clopperPearsonLower(successes, runs, tau / numbers);
}

/**
 * The proof behind an epsilon that was found: a certificate for the least private member that was refuted, at
 * whichever of the observations proves it. The test may have refuted that member by Algorithm 3, or by a
 * certificate that ends in other digits: then the member is taken a little more private, until its own
 * certificate refutes it.
 */
export function certifyEpsilon(
  observations: readonly Observation[],
  found: EmpiricalEpsilon,
  relation: Relation,
  facts: LevelFacts,
): EpsilonProof {
  const { family: name, delta, parameter } = found;
  if (parameter === null)
    throw new InvalidInput(`no certificate to write; nothing was proved within ${quoted(name)}`);
  const level = refutingLevel(facts);
  const { direction, assumption } = familyOf(name);
  // The coordinate that grows with the loss of privacy.
  const last = parameterAt(direction, parameter);
  if (!Number.isFinite(last))
    throw new InvalidInput(
      `no certificate to write; every member of ${quoted(name)} is refuted, and none is the least private`,
    );
  for (let [t, stride] = [last, 0]; t > 1e-6 * last; stride = Math.max(FIRST_STEP, 4 * stride)) {
    t *= 1 - Math.min(stride, 0.5);
    const claim = memberOf(name, parameterAt(direction, t));
    const f = curveInGame(claim, relation);
    for (const observation of observations) {
      const certificate = certify(observation, f);
      if (certificate.bound > level) continue;
      const epsilon = tradeOff(claim).epsilonLower(delta);
      const statement = { family: name, delta, epsilon, assumption, level, ...facts };
      return { claim, certificate, statement };
    }
  }
  throw new InvalidInput(`no certificate to write; none was found within ${quoted(name)}`);
}

/**
 * Throws, with the reason, unless the epsilon of a statement follows from a bound that was proved about a
 * claim: the claim is a member of the family, its bound refutes it at the level, and its epsilon is at least
 * the one that is stated. Then every member that is more private is refuted too, for a mechanism that keeps a
 * more private curve keeps this one. Needs no search.
 */
export function verifyEpsilon(statement: EpsilonStatement, claim: string, bound: number): void {
  const { family: name, delta, epsilon, assumption, tau, numbers, runs, successes } = statement;
  checkTau(tau);
  checkDelta(delta);
  checkWhole('numbers', numbers, 1);
  checkWhole('runs', runs, 1);
  checkWhole('successes', successes, 1, runs);
  const family = familyOf(name);
  if (!isMember(claim, name))
    throw new InvalidInput(`invalid claim; must be a member of ${quoted(name)}: ${quoted(claim)}`);
  if (family.delta !== undefined && family.delta !== delta)
    throw new InvalidInput(`invalid delta; that of ${quoted(name)} is ${family.delta}: ${delta}`);
  if (family.assumption !== assumption)
    throw new InvalidInput(
      `invalid assumption; an epsilon within ${quoted(name)} is ${family.assumption}: ${assumption}`,
    );
  const level = refutingLevel(statement);
  if (!(Math.abs(statement.level - level) <= SAME * level))
    throw new InvalidInput(`invalid level; tau, numbers and runs allow ${level}: ${statement.level}`);
  if (!(bound <= Math.min(level, statement.level)))
    throw new InvalidInput(`invalid bound; must be at most the level (${level}) to refute: ${bound}`);
  const largest = tradeOff(claim).epsilonLower(delta);
  if (!(epsilon > 0 && epsilon <= largest))
    throw new InvalidInput(
      `invalid epsilon; at delta ${delta} ${quoted(claim)} has ${largest}, and no more is proved: ${epsilon}`,
    );
}

/** The curve of a claim for the neighbours that were compared. */
export function curveInGame(claim: string, relation: Relation): TradeOff {
  const f = tradeOff(claim);
  return relation === 'replace' ? exchangeCurve(f) : f;
}

/** The member of a family at a parameter, in the claim grammar. */
function memberOf(name: string, value: number): string {
  const { claim, free } = parseFamily(name);
  const member: Claim = { ...claim, parameters: { ...claim.parameters, [free]: value } };
  return printClaim(parseClaim(printClaim(member)));
}

function isMember(text: string, name: string): boolean {
  const family = parseFamily(name);
  const claim = parseClaim(text);
  const { [family.free]: value, ...fixed } = claim.parameters;
  return (
    value !== undefined &&
    printFamily({ claim: { ...claim, parameters: fixed }, free: family.free }) === printFamily(family)
  );
}
