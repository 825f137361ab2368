import { InvalidClaim } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import type { Claim, ClaimName, FamilyClaim, Part, Relation } from '../../types.ts';
import { findViolation } from '../curves/validate.ts';
import { isClaimName, nearest, type Parameter, required, VOCABULARY, type Word } from './vocabulary.ts';

const NUMBER = /0[xX][\da-fA-F]+|[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z][A-Za-z-]*/y;
/** Compositions in compositions beyond this say nothing that one could not; and a parser's stack has an end. */
const DEEPEST = 32;
/** Of a claim, in characters. */
const LONGEST = 1_000_000;
const RELATIONS: readonly Relation[] = ['add-remove', 'replace'];

/** Reads a claim such as `approx-dp(epsilon=8, delta=1e-5)`. Throws InvalidClaim, which points at the column. */
export function parseClaim(text: string): Claim {
  const reader = new Reader(text);
  const { claim, missing, column } = reader.claim();
  reader.end();
  if (missing.length > 0) throw needs(claim.name, missing, column);
  return claim;
}

/** Reads a family: a claim with exactly one parameter left out, such as `gaussian` or `approx-dp(delta=1e-5)`. */
export function parseFamily(text: string): FamilyClaim {
  const reader = new Reader(text);
  const { claim, missing, column } = reader.claim();
  reader.end();
  if (VOCABULARY[claim.name].list !== undefined || claim.name === 'perfect')
    throw new InvalidClaim(`${claim.name} has no parameter to leave out, so it is no family`, column);
  if (missing.length === 0)
    throw new InvalidClaim(
      `a family leaves exactly one parameter out, and this is a whole claim: test it as a claim`,
      column,
      ['claim'],
    );
  if (missing.length > 1)
    throw new InvalidClaim(`a family leaves exactly one parameter out, not ${missing.join(' and ')}`, column);
  return { claim, free: missing[0] };
}

interface Read {
  readonly claim: Claim;
  /** Required parameters that were not given. */
  readonly missing: readonly string[];
  readonly column: number;
  /** Whether the relation was written rather than assumed. */
  readonly related: boolean;
}

class Reader {
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    if (text.length > LONGEST)
      throw new InvalidClaim(`must have at most ${LONGEST} characters: ${text.length}`, LONGEST + 1);
    this.text = text;
  }

  end(): void {
    if (this.peek() !== '') throw this.error(`unexpected '${this.peek()}' after the claim`);
  }

  claim(): Read {
    this.space();
    const column = this.at + 1;
    const name = this.match(NAME);
    if (name === null)
      throw this.error(
        this.peek() === '' ? 'a name is missing' : `a name must start here, not '${this.peek()}'`,
      );
    if (++this.depth > DEEPEST)
      throw new InvalidClaim(`compositions may be nested at most ${DEEPEST} deep`, column);
    if (!isClaimName(name)) throw new InvalidClaim(unknown('name', name, Object.keys(VOCABULARY)), column);
    const word = VOCABULARY[name];
    const body = new Body(name, word);
    if (this.take('(') && !this.take(')')) {
      do this.argument(body);
      while (this.take(','));
      if (!this.take(')'))
        throw this.error(
          this.peek() === '' ? "a ')' is missing" : `a ',' or ')' must stand here, not '${this.peek()}'`,
        );
    }
    this.depth--;
    return body.finish(column);
  }

  private argument(body: Body): void {
    this.space();
    const column = this.at + 1;
    if (body.word.list === 'pairs' && !/[A-Za-z]/.test(this.peek())) {
      const x = this.number();
      if (!this.take(':')) throw this.error(`a ':' must stand between the two numbers of a pair`);
      body.pairs.push({ pair: [x, this.number()], column });
      return;
    }
    const start = this.at;
    const key = this.match(NAME);
    if (key === null)
      throw this.error(
        this.peek() === ''
          ? `an argument of ${body.name} is missing`
          : `an argument of ${body.name} must start here, not '${this.peek()}'`,
      );
    if (this.take('=')) {
      if (key === 'relation') {
        this.space();
        const valueColumn = this.at + 1;
        body.setRelation(this.match(NAME) ?? '', column, valueColumn);
      } else {
        const parameter = body.parameter(key, column);
        this.space();
        const valueColumn = this.at + 1;
        body.set(parameter, this.number(), valueColumn);
      }
      return;
    }
    if (body.word.list !== 'parts') throw new InvalidClaim(`'${quoted(key)}' needs '=' and a value`, column);
    this.at = start;
    const read = this.claim();
    if (read.missing.length > 0) throw needs(read.claim.name, read.missing, column);
    let count = 1;
    if (this.take('*')) {
      this.space();
      const countColumn = this.at + 1;
      count = this.number();
      if (!Number.isSafeInteger(count) || count < 1)
        throw new InvalidClaim(
          `a repetition count must be a whole number, 1 or above: ${count}`,
          countColumn,
        );
    }
    body.parts.push({ part: { claim: read.claim, count }, related: read.related, column });
  }

  /** A decimal number or a quotient of two. */
  private number(): number {
    const value = this.decimal();
    if (!this.take('/')) return value;
    return value / this.decimal();
  }

  private decimal(): number {
    this.space();
    const column = this.at + 1;
    const digits = this.match(NUMBER);
    if (digits === null)
      throw this.error(`a number must stand here${this.peek() === '' ? '' : `, not '${this.peek()}'`}`);
    // Adding 0 turns -0 into 0.
    const value = Number(digits.replaceAll('_', '')) + 0;
    if (!Number.isFinite(value)) throw new InvalidClaim(`number out of range: ${quoted(digits)}`, column);
    return value;
  }

  private space(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  private peek(): string {
    this.space();
    return this.text.charAt(this.at);
  }

  private take(symbol: string): boolean {
    if (this.peek() !== symbol) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string | null {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private error(problem: string): InvalidClaim {
    return new InvalidClaim(problem, this.at + 1);
  }
}

/** What stands between the parentheses of one claim, checked as it comes in. */
class Body {
  readonly name: ClaimName;
  readonly word: Word;
  readonly parameters: Record<string, number> = {};
  readonly pairs: { pair: [number, number]; column: number }[] = [];
  readonly parts: { part: Part; related: boolean; column: number }[] = [];
  private relation: Relation | null = null;

  constructor(name: ClaimName, word: Word) {
    this.name = name;
    this.word = word;
  }

  parameter(key: string, column: number): Parameter {
    const parameter = this.word.parameters.find((p) => p.key === key);
    if (parameter === undefined) {
      const keys = [...this.word.parameters.map((p) => p.key), 'relation'];
      throw new InvalidClaim(unknown(`parameter of ${this.name}`, key, keys), column);
    }
    const other = this.word.either?.includes(key) ? this.word.either.find((k) => k !== key) : undefined;
    if (this.parameters[key] !== undefined) throw new InvalidClaim(`${key} is given twice`, column);
    if (other !== undefined && this.parameters[other] !== undefined)
      throw new InvalidClaim(`${other} and ${key} say the same: give one`, column);
    return parameter;
  }

  set({ key, rule, allows }: Parameter, value: number, column: number): void {
    if (!allows(value)) throw new InvalidClaim(`${key} ${rule}: ${value}`, column);
    this.parameters[key] = value;
  }

  setRelation(value: string, column: number, valueColumn: number): void {
    if (this.relation !== null) throw new InvalidClaim('relation is given twice', column);
    const relation = RELATIONS.find((r) => r === value);
    if (relation === undefined)
      throw new InvalidClaim(`relation must be ${RELATIONS.join(' or ')}: ${quoted(value)}`, valueColumn);
    this.relation = relation;
  }

  finish(column: number): Read {
    const { name, word } = this;
    const missing = required(word)
      .filter(
        ({ key }) =>
          this.parameters[key] === undefined &&
          !(word.either?.[0] === key && this.parameters[word.either[1]] !== undefined),
      )
      .map(({ key }) => key);
    for (const { key, fallback } of word.parameters)
      if (fallback !== undefined) this.parameters[key] ??= fallback;
    if (word.list === 'pairs') this.checkPairs(column);
    if (word.list === 'parts' && this.parts.length === 0)
      throw new InvalidClaim('compose needs at least one part', column);
    const relation = this.commonRelation();
    const claim: Claim = {
      name,
      relation,
      parameters: this.parameters,
      ...(word.list === 'parts'
        ? { parts: this.parts.map(({ part }) => ({ ...part, claim: withRelation(part.claim, relation) })) }
        : {}),
      ...(word.list === 'pairs' ? { pairs: this.pairs.map(({ pair }) => pair) } : {}),
    };
    return { claim, missing, column, related: this.relation !== null || this.parts.some((p) => p.related) };
  }

  /** The relation of the whole; the parts of a composition must agree with it and with each other. */
  private commonRelation(): Relation {
    let relation = this.relation;
    for (const { part, related, column } of this.parts) {
      if (!related) continue;
      relation ??= part.claim.relation;
      if (part.claim.relation !== relation)
        throw new InvalidClaim(
          `the parts of a composition must share one relation, ${relation}: ${part.claim.relation}`,
          column,
        );
    }
    return relation ?? 'add-remove';
  }

  private checkPairs(column: number): void {
    const pairs = this.pairs.map(({ pair }) => pair);
    if (this.name === 'points') {
      const violation = findViolation(pairs);
      if (violation !== null)
        throw new InvalidClaim(violation.problem, this.pairs[violation.index]?.column ?? column);
      return;
    }
    if (pairs.length === 0) throw new InvalidClaim('profile needs at least one pair epsilon:delta', column);
    const [epsilonRule, deltaRule] = VOCABULARY['approx-dp'].parameters;
    for (const { pair, column: pairColumn } of this.pairs) {
      if (!epsilonRule.allows(pair[0]))
        throw new InvalidClaim(`epsilon ${epsilonRule.rule}: ${pair[0]}`, pairColumn);
      if (!deltaRule.allows(pair[1]))
        throw new InvalidClaim(`delta ${deltaRule.rule}: ${pair[1]}`, pairColumn);
    }
  }
}

function withRelation(claim: Claim, relation: Relation): Claim {
  const parts = claim.parts?.map((part) => ({ ...part, claim: withRelation(part.claim, relation) }));
  return { ...claim, relation, ...(parts === undefined ? {} : { parts }) };
}

function needs(name: ClaimName, missing: readonly string[], column: number): InvalidClaim {
  const either = VOCABULARY[name].either;
  const keys = missing.map((key) => (key === either?.[0] ? either.join(' or ') : key));
  return new InvalidClaim(`${name} needs ${keys.join(' and ')}`, column);
}

function unknown(what: string, given: string, known: readonly string[]): string {
  const close = nearest(given, known);
  return `unknown ${what}: ${quoted(given)} (${close === null ? `one of ${known.join(', ')}` : `did you mean ${close}?`})`;
}
