import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { CurveShape, Plan } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { loadPlots } from '../../report/index.ts';
import { BUNDLED } from '../shell/bundled.ts';

/** Refuses a picture whose name does not say what it is. */
export function picturePath(path: string | undefined): string | undefined {
  if (path === undefined || ['.svg', '.png'].includes(endingOf(path))) return path;
  throw new InvalidInput(`invalid plot; must end in .svg or .png: ${quotedPath(path)}`);
}

const endingOf = (path: string) => extname(path).toLowerCase();

/** A curve as a picture of the kind that its file is to be. */
export async function curvePicture(path: string, shape: CurveShape): Promise<string | Uint8Array> {
  const { curvePlot } = await loadPlots();
  return savedPicture(path, curvePlot(shape, await plotDocument()));
}

/** The same for a plan's expected epsilon. */
export async function planPicture(path: string, plan: Plan): Promise<string | Uint8Array> {
  const { planPlot } = await loadPlots();
  return savedPicture(path, planPlot(plan, await plotDocument()).svg);
}

/** An SVG as the kind of picture that its file is to be. */
export async function savedPicture(path: string, svg: string): Promise<string | Uint8Array> {
  return endingOf(path) === '.svg' ? svg : toPng(svg);
}

/** An empty document, in which plots are drawn where there is no browser. */
export async function plotDocument(): Promise<Document> {
  const { parseHTML } = await import('linkedom');
  return parseHTML('<!doctype html><body></body>').document;
}

/** An SVG as PNG, at twice its size, in the font that is shipped. */
export async function toPng(svg: string): Promise<Uint8Array> {
  renderer ??= loadRenderer();
  const { Resvg, fontBuffers } = await renderer;
  const options = { font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } };
  return new Resvg(svg, { ...options, fitTo: { mode: 'zoom', value: 2 } }).render().asPng();
}

let renderer: ReturnType<typeof loadRenderer> | undefined;

async function loadRenderer() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  const asset = (name: string, inPackage: string) =>
    readFile(
      BUNDLED
        ? new URL(`./assets/${name}`, import.meta.url)
        : createRequire(import.meta.url).resolve(inPackage),
    );
  const [wasm, ...fontBuffers] = await Promise.all([
    asset('index_bg.wasm', '@resvg/resvg-wasm/index_bg.wasm'),
    ...['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => asset(name, `dejavu-fonts-ttf/ttf/${name}`)),
  ]);
  await initWasm(wasm);
  return { Resvg, fontBuffers };
}
