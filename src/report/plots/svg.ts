import { escapeXml } from '../escape.ts';

const ELEMENT = 1;
const TEXT = 3;

/** An element as text, the same from every document: a browser's and a stand-in order attributes differently. */
export function svgText(element: Element): string {
  const attributes = [...element.attributes]
    .map(({ name, value }) => ` ${name}="${escapeXml(rounded(value))}"`)
    .sort()
    .join('');
  const inside = [...element.childNodes].map(nodeText).join('');
  const name = element.localName;
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

function nodeText(node: Node): string {
  if (node.nodeType === ELEMENT) return svgText(node as Element);
  return node.nodeType === TEXT ? escapeXml(node.textContent ?? '') : '';
}

/** Coordinates to a thousandth: finer than anyone sees, and the same where engines differ in the last digit. */
function rounded(value: string): string {
  return value.replace(/-?\d+\.\d{4,}(e[-+]?\d+)?/g, (number) =>
    String(Math.round(1000 * Number(number)) / 1000),
  );
}
