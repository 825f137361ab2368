import { InvalidClaim } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { KINDS } from '../kinds/index.ts';
import { findKind } from '../kinds/lookup.ts';
import { type CheckedClaim, ClaimBuilder, checkComplete } from './claim-builder.ts';
import { unknownName } from './nearest.ts';
import type { Tokens } from './tokens.ts';

/** Deeper nested compositions say nothing that a flat one could not, and a parser's stack has an end. */
const DEEPEST = 32;

/** claim = name [ "(" [ argument { "," argument } ] ")" ]. Every argument is checked as it is read. */
export function readClaim(tokens: Tokens, depth = 1): CheckedClaim {
  const { column } = tokens;
  const name = tokens.name();
  if (name === null)
    throw tokens.error(
      tokens.peek() === '' ? 'a name is missing' : `a name must start here, not '${tokens.peek()}'`,
    );
  if (depth > DEEPEST) throw new InvalidClaim(`compositions may be nested at most ${DEEPEST} deep`, column);
  const kind = findKind(name);
  if (kind === undefined) {
    const names = KINDS.map((known) => known.name);
    throw new InvalidClaim(unknownName('name', name, names), column);
  }
  const builder = new ClaimBuilder(kind, column);
  if (tokens.take('(') && !tokens.take(')')) {
    do readArgument(tokens, builder, depth);
    while (tokens.take(','));
    if (!tokens.take(')'))
      throw tokens.error(
        tokens.peek() === '' ? "a ')' is missing" : `a ',' or ')' must stand here, not '${tokens.peek()}'`,
      );
  }
  return builder.finish();
}

/** argument = key "=" number | "relation" "=" name | part | pair, of which a kind takes its own. */
function readArgument(tokens: Tokens, builder: ClaimBuilder, depth: number): void {
  const { kind } = builder;
  const { column } = tokens;
  if (kind.list?.of === 'pairs' && !/[A-Za-z]/.test(tokens.peek())) {
    readPair(tokens, builder);
    return;
  }
  const key = tokens.name();
  if (key === null)
    throw tokens.error(
      tokens.peek() === ''
        ? `an argument of ${kind.name} is missing`
        : `an argument of ${kind.name} must start here, not '${tokens.peek()}'${/[\d.]/.test(tokens.peek()) ? `: arguments have names, ${kind.example}` : ''}`,
    );
  if (tokens.take('=')) readValue(tokens, builder, key, column);
  else if (kind.list?.of === 'parts') {
    tokens.rewind(column);
    readPart(tokens, builder, depth);
  } else throw new InvalidClaim(`'${quoted(key)}' needs '=' and a value`, column);
}

function readValue(tokens: Tokens, builder: ClaimBuilder, key: string, column: number): void {
  if (key === 'relation') {
    const valueColumn = tokens.column;
    builder.setRelation(tokens.name() ?? '', column, valueColumn);
    return;
  }
  const parameter = builder.parameter(key, column);
  const valueColumn = tokens.column;
  builder.set(parameter, tokens.number(), valueColumn);
}

/** pair = number ":" number. */
function readPair(tokens: Tokens, builder: ClaimBuilder): void {
  const { column } = tokens;
  const x = tokens.number();
  if (!tokens.take(':')) throw tokens.error(`a ':' must stand between the two numbers of a pair`);
  builder.addPair([x, tokens.number()], column);
}

/** part = claim [ "*" count ]. */
function readPart(tokens: Tokens, builder: ClaimBuilder, depth: number): void {
  const { column } = tokens;
  const part = readClaim(tokens, depth + 1);
  checkComplete(part, column);
  let [count, countColumn] = [1, column];
  if (tokens.take('*')) {
    countColumn = tokens.column;
    count = tokens.number();
  }
  builder.addPart(part, count, column, countColumn);
}
