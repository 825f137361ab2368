import { saveAsFile } from '../save.ts';

/** Pixels of a PNG for each of the drawing's. */
const SCALE = 2;

export function saveSvg(name: string, svg: string): void {
  saveAsFile(`${name}.svg`, svg, 'image/svg+xml');
}

/** Draws an SVG that stands alone on a canvas, on white, and offers it as a PNG. */
export async function savePng(name: string, svg: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SCALE * image.naturalWidth;
    canvas.height = SCALE * image.naturalHeight;
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('this browser draws no canvas');
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (png === null) throw new Error('this browser made no PNG of the picture');
    saveAsFile(`${name}.png`, png, 'image/png');
  } finally {
    URL.revokeObjectURL(address);
  }
}
