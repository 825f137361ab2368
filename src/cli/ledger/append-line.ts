import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { wholeLines } from '../../ledger/index.ts';
import { cannotWrite } from '../output/index.ts';
import { reason } from '../shell/system-error.ts';

const LINE_END = Buffer.from('\n');

/**
 * Adds a line to a file that holds the lines `before`; returns the unfinished line that was cut off, or null,
 * and does nothing, where the file holds other lines by now. The line end follows when the rest is on the
 * disk, so that a line that has one is whole even where the power fails.
 */
export function appendIfSame(file: string, path: string, before: Buffer, line: string): Buffer | null {
  try {
    const descriptor = openSync(file, 'r+');
    try {
      const now = readFileSync(descriptor);
      const end = before.length;
      if (wholeLines(now) !== end || !now.subarray(0, end).equals(before)) return null;
      try {
        if (now.length > end) ftruncateSync(descriptor, end);
        const text = Buffer.from(line);
        writeAt(descriptor, text, end);
        writeAt(descriptor, LINE_END, end + text.length);
      } catch (error) {
        cutBack(descriptor, end);
        throw error;
      }
      return now.subarray(end);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw cannotWrite(path, reason(error));
  }
}

/** Writes bytes to a place in a file, and waits until they are on the disk. */
function writeAt(descriptor: number, bytes: Buffer, place: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, place + at);
  fsyncSync(descriptor);
}

/** Takes back an append that failed half-way. Where that fails too, the line has no end and is dropped. */
function cutBack(descriptor: number, length: number): void {
  try {
    ftruncateSync(descriptor, length);
    fsyncSync(descriptor);
  } catch {
    // The next writer cuts it off.
  }
}
