import { escapeXml } from '../../report/index.ts';
import { FILE_RULES, FILE_TEXT_RULES } from '../style.ts';
import { px } from './svg.ts';

/** What a file with a drawing says besides the drawing. */
export interface FileWords {
  readonly title: string;
  readonly description: string;
}

/** A drawing as a file of its own: light colours and fonts are written out, nothing is fetched. */
export function standingAlone(
  inside: string,
  width: number,
  height: number,
  { title, description }: FileWords,
  rules = '',
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" role="img" aria-labelledby="onerun-title onerun-words"><title id="onerun-title">${escapeXml(title)}</title><desc id="onerun-words">${escapeXml(description)}</desc><style>${FILE_RULES}
${FILE_TEXT_RULES}${rules}</style><rect width="100%" height="100%" fill="#ffffff"/>${inside}</svg>
`;
}
