export { decompressBrotli, decompressZstd } from 'hyparquet-compressors';
