import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { CurveShape } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';

/** Draws a curve into an .svg or .png file, replacing it whole or not at all. */
export async function writePicture(path: string, shape: CurveShape): Promise<void> {
  const kind = extname(path).toLowerCase();
  if (kind !== '.svg' && kind !== '.png')
    throw new InvalidInput(`invalid plot; must end in .svg or .png: ${path}`);
  const [{ curvePlot }, { parseHTML }] = await Promise.all([
    import('../report/curve-plot.ts'),
    import('linkedom'),
  ]);
  const svg = curvePlot(shape, parseHTML('<!doctype html><body></body>').document);
  await writeAtomically(path, kind === '.svg' ? svg : await toPng(svg));
}

async function toPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(fonts, 'ttf', file));
  const options = { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } };
  return new Resvg(svg, { ...options, fitTo: { mode: 'zoom', value: 2 } }).render().asPng();
}

async function writeAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const partial = join(dirname(path), `.${randomUUID()}.partial`);
  try {
    await writeFile(partial, data);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new InvalidInput(`cannot write ${path}: ${(error as Error).message}`);
  }
}
