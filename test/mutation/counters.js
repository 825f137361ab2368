import ts from 'typescript';
import { parse } from './mutants.js';

/**
 * The blocks of a file: the bodies of functions, branches and loops. The first is the file itself.
 * Which of them a test enters says which mutants it can notice.
 */
export function blocksOf(path, text) {
  const source = parse(path, text);
  const blocks = [{ start: 0, end: text.length, kind: 'file' }];
  const visit = (node) => {
    if (ts.isBlock(node) && !ts.isModuleBlock(node))
      blocks.push({ start: node.getStart(source), end: node.end, kind: 'block' });
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
      blocks.push({ start: node.body.getStart(source), end: node.body.end, kind: 'expression' });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return blocks;
}

/** The text of a file in which every block but the file marks that it was entered, from the number `first` on. */
export function withCounters(text, blocks, first) {
  const inserts = blocks.flatMap(({ start, end, kind }, i) => {
    const mark = `globalThis.enteredBlocks[${first + i}]=1`;
    if (kind === 'block') return [{ at: start + 1, order: 1, put: `${mark};` }];
    if (kind === 'expression')
      return [
        { at: start, order: i, put: `(${mark},` },
        { at: end, order: -i, put: ')' },
      ];
    return [];
  });
  inserts.sort((a, b) => a.at - b.at || a.order - b.order);
  let result = '';
  let done = 0;
  for (const { at, put } of inserts) {
    result += text.slice(done, at) + put;
    done = at;
  }
  return result + text.slice(done);
}

/** The innermost block that holds a whole mutant: a block's own removal is noticed by whoever enters it. */
export function innermost(blocks, { start, end }) {
  let best = 0;
  blocks.forEach((block, i) => {
    const inner = blocks[best];
    if (block.start <= start && end <= block.end && block.end - block.start <= inner.end - inner.start)
      best = i;
  });
  return best;
}
