const SIDE = 32;

/**
 * What is left of each pixel after a guess from its neighbours (the median predictor of JPEG-LS), for better
 * compression: red and blue as differences from green, the same pixel of all images side by side, so that
 * cifar10.py can undo it for all images at once.
 */
export function residuals(pixels, images) {
  const planes = byPosition(pixels, images);
  const out = new Uint8Array(planes.length);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      for (let colour = 0; colour < 3; colour++) {
        const plane = (dy, dx) => (((y - dy) * SIDE + x - dx) * 3 + colour) * images;
        // Outside the image stands the nearest neighbour inside, or 128 where there is none.
        const up = y > 0 ? plane(1, 0) : x > 0 ? plane(0, 1) : -1;
        const left = x > 0 ? plane(0, 1) : up;
        const corner = x > 0 && y > 0 ? plane(1, 1) : up;
        const here = plane(0, 0);
        for (let n = 0; n < images; n++)
          out[here + n] =
            planes[here + n] - (up < 0 ? 128 : median(planes[left + n], planes[up + n], planes[corner + n]));
      }
  return out;
}

function byPosition(pixels, images) {
  const size = SIDE * SIDE * 3;
  const planes = new Uint8Array(pixels.length);
  for (let n = 0; n < images; n++)
    for (let i = 0; i < size; i += 3) {
      const at = n * size + i;
      const green = pixels[at + 1];
      planes[i * images + n] = pixels[at] - green + 128;
      planes[(i + 1) * images + n] = green;
      planes[(i + 2) * images + n] = pixels[at + 2] - green + 128;
    }
  return planes;
}

/** The median of left, up and left + up - corner. */
function median(left, up, corner) {
  const [low, high] = left < up ? [left, up] : [up, left];
  return Math.min(high, Math.max(low, left + up - corner));
}
