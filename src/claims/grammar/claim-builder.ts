import { InvalidClaim } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import type { Claim, Part, Relation } from '../../types.ts';
import type { Kind } from '../kinds/kind.ts';
import { requiredParameters } from '../kinds/lookup.ts';
import type { Parameter } from '../kinds/parameter.ts';
import { unknownName } from './nearest.ts';

const RELATIONS: readonly Relation[] = ['add-remove', 'replace'];

/** A claim whose arguments are in order, though some may be missing. */
export interface CheckedClaim {
  readonly claim: Claim;
  readonly kind: Kind;
  /** Required parameters that were not given. */
  readonly missing: readonly string[];
  readonly column: number;
  /** Whether the relation was written rather than assumed. */
  readonly related: boolean;
}

/** What stands between the parentheses of one claim, checked against the rules of its kind as it comes in. */
export class ClaimBuilder {
  readonly kind: Kind;
  private readonly column: number;
  private readonly parameters: Record<string, number> = {};
  private readonly pairs: { pair: [number, number]; column: number }[] = [];
  private readonly parts: { part: Part; related: boolean; column: number }[] = [];
  private relation: Relation | null = null;

  constructor(kind: Kind, column: number) {
    this.kind = kind;
    this.column = column;
  }

  /** The parameter with this key, unless the kind has none or it, or what says the same, was given before. */
  parameter(key: string, column: number): Parameter {
    const { name, parameters, either } = this.kind;
    const parameter = parameters.find((p) => p.key === key);
    if (parameter === undefined) {
      const keys = [...parameters.map((p) => p.key), 'relation'];
      throw new InvalidClaim(unknownName(`parameter of ${name}`, key, keys), column);
    }
    const other = either?.includes(key) ? either.find((k) => k !== key) : undefined;
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

  addPair(pair: [number, number], column: number): void {
    this.pairs.push({ pair, column });
  }

  addPart(read: CheckedClaim, count: number, column: number, countColumn: number): void {
    if (!Number.isSafeInteger(count) || count < 1)
      throw new InvalidClaim(`a repetition count must be a whole number, 1 or above: ${count}`, countColumn);
    this.parts.push({ part: { claim: read.claim, count }, related: read.related, column });
  }

  finish(): CheckedClaim {
    const { kind, column, parameters } = this;
    const missing = this.missing();
    for (const { key, fallback } of kind.parameters) if (fallback !== undefined) parameters[key] ??= fallback;
    this.checkList();
    const relation = this.commonRelation();
    const claim: Claim = {
      name: kind.name,
      relation,
      parameters,
      ...(kind.list?.of === 'parts'
        ? { parts: this.parts.map(({ part }) => ({ ...part, claim: withRelation(part.claim, relation) })) }
        : {}),
      ...(kind.list?.of === 'pairs' ? { pairs: this.pairs.map(({ pair }) => pair) } : {}),
    };
    const related = this.relation !== null || this.parts.some((p) => p.related);
    return { claim, kind, missing, column, related };
  }

  private missing(): string[] {
    const [first, second] = this.kind.either ?? [];
    const given = (key: string | undefined) => key !== undefined && this.parameters[key] !== undefined;
    return requiredParameters(this.kind)
      .map(({ key }) => key)
      .filter((key) => !given(key) && !(key === first && given(second)));
  }

  private checkList(): void {
    const { list, name } = this.kind;
    if (list?.of === 'parts' && this.parts.length === 0)
      throw new InvalidClaim(`${name} needs at least one part`, this.column);
    const fault = list?.of === 'pairs' ? list.fault(this.pairs.map(({ pair }) => pair)) : null;
    if (fault !== null) throw new InvalidClaim(fault.problem, this.pairs[fault.index]?.column ?? this.column);
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
}

function withRelation(claim: Claim, relation: Relation): Claim {
  const parts = claim.parts?.map((part) => ({ ...part, claim: withRelation(part.claim, relation) }));
  return { ...claim, relation, ...(parts === undefined ? {} : { parts }) };
}

/** Throws unless every required parameter was given. */
export function checkComplete({ kind, missing }: CheckedClaim, column: number): void {
  if (missing.length === 0) return;
  const keys = missing.map((key) => (key === kind.either?.[0] ? kind.either.join(' or ') : key));
  throw new InvalidClaim(`${kind.name} needs ${keys.join(' and ')}`, column);
}
