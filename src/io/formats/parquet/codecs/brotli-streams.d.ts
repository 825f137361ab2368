declare module 'hyparquet-compressors/src/brotli.streams.js' {
  export class BrotliOutput {
    buffer: Uint8Array;
    pos: number;
    write(bytes: Uint8Array, count: number): number;
  }
}
