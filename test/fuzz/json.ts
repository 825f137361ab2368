import type { Random } from '../../src/numerics/index.ts';
import { alteredText } from './alter.ts';
import { pick, size } from './target.ts';
import { anyJson, nasty } from './values.ts';

type Node = Record<string, unknown> | unknown[];

/** A document with one to three places changed, by structure: a value, a key, an element. */
function changed(random: Random, document: unknown): unknown {
  const root = { document: structuredClone(document) };
  for (let left = size(random, 1, 3); left > 0; left--) {
    const nodes = nodesOf(root);
    change(random, pick(random, nodes));
  }
  return root.document ?? null;
}

function nodesOf(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  return [node as Node, ...Object.values(node).flatMap(nodesOf)];
}

function change(random: Random, node: Node): void {
  const keys = Object.keys(node);
  const key = keys.length === 0 ? '0' : pick(random, keys);
  const at = node as Record<string, unknown>;
  const kind = random.integer(8);
  if (kind === 0) {
    if (Array.isArray(node)) node.splice(Number(key), 1);
    else delete node[key];
  } else if (kind === 1) at[Array.isArray(node) ? node.length : nasty(random)] = anyJson(random);
  else if (kind <= 3 && typeof at[key] === 'number') at[key] = nudged(random, at[key]);
  else if (kind === 4 && keys.length > 1) at[key] = at[pick(random, keys)];
  else if (kind === 5 && typeof at[key] === 'string') at[key] = spliced(random, at[key]);
  else at[key] = anyJson(random);
}

function nudged(random: Random, value: number): number {
  return pick(random, [-value, value + 1, value - 1, value / 2, value * 1e6, 0, 1, 1e15, 2 ** 53, 1e-300]);
}

/** A text with a piece of another in it. */
export function spliced(random: Random, text: string): string {
  const from = random.integer(text.length + 1);
  const to = Math.min(text.length, from + size(random, 0, 10));
  return text.slice(0, from) + nasty(random) + text.slice(to);
}

/** Text of a document, changed by structure, as text, or as bytes; now and then left as it is. */
export function fuzzedJson(random: Random, document: unknown): string | Uint8Array {
  const way = random.integer(20);
  if (way === 0) return JSON.stringify(document);
  if (way === 1) return '['.repeat(size(random, 1, 20000));
  if (way === 2) return `${'{"a":'.repeat(size(random, 1, 20000))}1`;
  if (way === 3) return doubled(random, JSON.stringify(document));
  if (way <= 12) return JSON.stringify(changed(random, document), null, random.integer(3));
  return alteredText(random, JSON.stringify(document));
}

/** A key that stands twice. */
function doubled(random: Random, text: string): string {
  const pairs = [...text.matchAll(/"[A-Za-z0-9_]+":("[^"]*"|[-0-9.e+]+|null|true|false)/g)];
  if (pairs.length === 0) return text;
  const [pair] = pick(random, pairs);
  return text.replace(pair, `${pair},${pair}`);
}
