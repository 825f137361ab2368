import { escapeXml } from '../../escape.ts';

const ELEMENT = 1;
const TEXT = 3;

/**
 * An element as text with its attributes sorted, so that a browser's document and linkedom's give the same.
 */
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

/** Coordinates rounded to a hundredth, so that engines that differ in the last digit give the same text. */
function rounded(value: string): string {
  return value.replace(/-?\d+\.\d{3,}(e[-+]?\d+)?/g, (number) =>
    String(Math.round(100 * Number(number)) / 100),
  );
}
