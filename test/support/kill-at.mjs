/**
 * Loaded before the command line: ends the process with SIGKILL at the n-th change to the disk (KILL_AT=n), or as soon
 * as a file of some name is in place for the n-th time (KILL_AT=n NAME). A write is cut in half first, as a kill in the
 * middle of it would leave it; any other change is not made at all.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const [number, name] = (process.env.KILL_AT ?? '').split(' ');
const at = name === undefined ? Number(number) : Infinity;
const { writeFileSync, writeSync } = fs;
let count = 0;

function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** The calls that write data, and how half of them are written. */
const WRITES = {
  writeFile: ([path, , options], half) => writeFileSync(path, half, { flag: options?.flag ?? 'w' }),
  appendFile: ([path], half) => writeFileSync(path, half, { flag: 'a' }),
};
const OTHERS = ['rename', 'rm', 'unlink', 'mkdir', 'link', 'copyFile', 'chmod'];

function counted(holder, name, original, half) {
  holder[name] = function (...args) {
    if (++count === at) {
      if (half !== undefined) half(args, Buffer.from(args[1]).subarray(0, args[1].length >> 1));
      die();
    }
    return original.apply(this, args);
  };
}

/** A file opened to be written: its opening is a change, and so is each write to it. */
function countedHandle(handle) {
  for (const name of ['writeFile', 'appendFile', 'write', 'sync', 'datasync']) {
    const original = handle[name];
    handle[name] = function (...args) {
      if (++count === at) {
        const [data] = args;
        if (data !== undefined) writeSync(handle.fd, Buffer.from(data).subarray(0, data.length >> 1));
        die();
      }
      return original.apply(this, args);
    };
  }
  return handle;
}

const reads = (flags) => flags === undefined || flags === 'r' || flags === fs.constants.O_RDONLY;

if (isMainThread && at >= 1) {
  for (const [name, half] of Object.entries(WRITES)) {
    counted(fs.promises, name, fs.promises[name], half);
    counted(fs, `${name}Sync`, fs[`${name}Sync`], half);
  }
  for (const name of OTHERS) {
    counted(fs.promises, name, fs.promises[name]);
    counted(fs, `${name}Sync`, fs[`${name}Sync`]);
  }
  let placed = 0;
  const inPlace = (to) => {
    if (basename(to) === name && ++placed === Number(number)) die();
  };
  const { rename } = fs.promises;
  fs.promises.rename = async (from, to) => {
    await rename(from, to);
    inPlace(to);
  };
  for (const naming of ['renameSync', 'linkSync']) {
    const original = fs[naming];
    fs[naming] = (from, to) => {
      original(from, to);
      inPlace(to);
    };
  }
  const { open } = fs.promises;
  fs.promises.open = async (path, flags, ...more) => {
    if (reads(flags)) return open(path, flags, ...more);
    if (++count === at) die();
    return countedHandle(await open(path, flags, ...more));
  };
  const { openSync, fsyncSync, ftruncateSync } = fs;
  fs.openSync = (path, flags, ...more) => {
    if (!reads(flags) && ++count === at) die();
    return openSync(path, flags, ...more);
  };
  fs.writeSync = (fd, data, ...more) => {
    if (fd > 2 && ++count === at) {
      const position = more[2] ?? null;
      writeSync(fd, Buffer.from(data), 0, data.length >> 1, position);
      die();
    }
    return writeSync(fd, data, ...more);
  };
  fs.ftruncateSync = (fd, length) => {
    if (++count === at) die();
    return ftruncateSync(fd, length);
  };
  fs.fsyncSync = (fd) => {
    if (++count === at) die();
    return fsyncSync(fd);
  };
  syncBuiltinESMExports();
}
