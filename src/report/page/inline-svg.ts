import { escapeXml } from '../escape.ts';
import type { Picture } from '../plots/sheet/frame.ts';
import { withPageColours } from '../plots/sheet/palette.ts';

/**
 * A picture to stand in a page, above a caption that says what it shows: named by its title alone, in the
 * page's colours, with ids that begin with `id`.
 */
export function inlineSvg({ svg, title }: Pick<Picture, 'svg' | 'title'>, id: string): string {
  return withPageColours(svg)
    .replace(/ aria-label="[^"]*"/, () => ` aria-label="${escapeXml(title)}"`)
    .replaceAll('onerun-hatch', `${id}-hatch`);
}
