import { inflateSync } from 'node:zlib';

const CHANNELS = 3;

/** Decodes an RGB PNG of 8 bits without interlacing, the only kind that is needed here. */
export function decodePng(bytes) {
  const header = bytes.subarray(16, 29);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (header.subarray(8).toString('hex') !== '0802000000')
    throw new Error('not an RGB PNG of 8 bits without interlacing');
  const raw = inflateSync(Buffer.concat([...imageData(bytes)]));
  const stride = width * CHANNELS;
  const pixels = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= CHANNELS ? pixels[at - CHANNELS] : 0;
      const up = y > 0 ? pixels[at - stride] : 0;
      const corner = x >= CHANNELS && y > 0 ? pixels[at - stride - CHANNELS] : 0;
      pixels[at] = raw[at + y + 1] + predict(filter, left, up, corner);
    }
  }
  return { width, height, pixels };
}

function* imageData(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') yield bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
}

/** The five filters of the format: none, left, up, their mean, Paeth's. */
function predict(filter, left, up, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
