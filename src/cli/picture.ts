import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { CurveShape, Plan } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { loadPlots } from '../report/index.ts';
import { writeWhole } from './files.ts';

/** Draws a curve into an .svg or .png file, replacing it whole or not at all. */
export async function writePicture(path: string, shape: CurveShape): Promise<void> {
  const { curvePlot } = await loadPlots();
  await write(path, (document) => curvePlot(shape, document));
}

/** The same for a plan's expected epsilon. */
export async function writePlanPicture(path: string, plan: Plan): Promise<void> {
  const { planPlot } = await loadPlots();
  await write(path, (document) => planPlot(plan, document).svg);
}

async function write(path: string, draw: (document: Document) => string): Promise<void> {
  const kind = extname(path).toLowerCase();
  if (kind !== '.svg' && kind !== '.png')
    throw new InvalidInput(`invalid plot; must end in .svg or .png: ${path}`);
  const { parseHTML } = await import('linkedom');
  const svg = draw(parseHTML('<!doctype html><body></body>').document);
  await writeWhole(path, kind === '.svg' ? svg : await toPng(svg));
}

/** An SVG as PNG, at twice its size, in the font that is shipped. */
export async function toPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(fonts, 'ttf', file));
  const options = { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } };
  return new Resvg(svg, { ...options, fitTo: { mode: 'zoom', value: 2 } }).render().asPng();
}
