import { fstatSync, rmdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';
import type { FileKind } from './kinds.ts';
import {
  type FileContent,
  partialName,
  type Rights,
  removePartial,
  removeStale,
  writePartial,
} from './partials.ts';
import { placeAll, type Ready } from './place.ts';
import {
  cannotWrite,
  findTarget,
  findTargetIn,
  identity,
  makeFolders,
  nearestFolder,
  refuseStranger,
  type Taken,
  type Target,
  tryFolder,
} from './target.ts';

/** The files that a command is going to write and those that it reads. */
interface OutputRequest {
  /** Files by their paths. */
  readonly files?: readonly (readonly [path: string | undefined, kind: FileKind])[];
  /** Files in a folder, which is made where it is missing. */
  readonly folder?: {
    readonly path: string;
    readonly files: readonly (readonly [name: string, kind: FileKind])[];
  };
  /** Everything that the command reads; `-` is standard input. */
  readonly inputs?: readonly (string | undefined)[];
  /** Whether files that are not ours may be replaced. */
  readonly force?: boolean | undefined;
}

interface Wanted {
  readonly target: Target;
  readonly kind: FileKind;
}

/** Only its owner may read what holds coins, a salt or a seed. */
const OWNER_ONLY = 0o600;

/**
 * All files that a command writes: named and checked before its work, written beside their places, and given
 * their names together at the end, or not at all.
 */
export class Outputs {
  private readonly wanted = new Map<string, Wanted>();
  private readonly contents = new Map<string, { data: FileContent; secret: boolean }>();
  private readonly taken: Taken;
  private readonly force: boolean;
  private readonly folder: string | null;

  private constructor(taken: Taken, force: boolean, folder: string | null) {
    this.taken = taken;
    this.force = force;
    this.folder = folder;
  }

  static async collect({ files = [], folder, inputs = [], force = false }: OutputRequest): Promise<Outputs> {
    const taken = await takenBy(inputs);
    const outputs = new Outputs(taken, force, folder?.path ?? null);
    for (const [path, kind] of files)
      if (path !== undefined) await outputs.want(await outputs.target(path), kind);
    for (const [name, kind] of folder?.files ?? [])
      await outputs.want(await findTargetIn(folder?.path ?? '', name, taken), kind);
    await outputs.tryFolders();
    return outputs;
  }

  /** Finds a target, which may lie in the folder that is yet to be made. */
  private async target(path: string): Promise<Target> {
    const inside = this.folder !== null && path !== '' && resolve(dirname(path)) === resolve(this.folder);
    if (!inside) return findTarget(path, this.taken);
    return { ...(await findTargetIn(dirname(path), basename(path), this.taken)), name: path };
  }

  private async want(target: Target, kind: FileKind): Promise<void> {
    const other = [...this.wanted.values()].find(({ target: { path } }) => path === target.path);
    if (other !== undefined)
      throw cannotWrite(
        target.name,
        `${quotedPath(other.target.name)}, which this command writes too, is the same file`,
      );
    if (!this.force) await refuseStranger(target, kind);
    this.wanted.set(target.name, { target, kind });
  }

  private async tryFolders(): Promise<void> {
    const folders = new Map([...this.wanted.values()].map(({ target }) => [target.folder, target.name]));
    for (const [folder, name] of folders) {
      const there = this.folder === null ? folder : await nearestFolder(folder);
      removeStale(there);
      tryFolder(there, name);
    }
  }

  /**
   * What a file is to hold, under the name that it was collected by; a file that gets nothing is left as it
   * is.
   */
  put(name: string, data: FileContent, { secret = false } = {}): void {
    if (!this.wanted.has(name)) throw new Error(`internal: ${name} was not collected`);
    this.contents.set(name, { data, secret });
  }

  /**
   * Writes everything, then gives everything its name; of what was collected, the files that are to be `gone`
   * go before.
   */
  async place(gone: readonly string[] = []): Promise<void> {
    if (this.contents.size === 0) return;
    const made = await this.makeFolder();
    const ready: Ready[] = [];
    let at = '';
    try {
      for (const [name, { data, secret }] of this.contents) {
        at = name;
        const { kind } = this.wanted.get(name) as Wanted;
        // Looked at again: the work may have taken long.
        const target = await findTarget(name, this.taken);
        if (!this.force) await refuseStranger(target, kind);
        const { path, folder, there } = target;
        const partial = partialName(folder);
        ready.push({ partial, path, folder, replaces: there !== null && !gone.includes(name) });
        await writePartial(partial, data, secret ? { mode: OWNER_ONLY } : (there satisfies Rights | null));
      }
      at = [...this.contents.keys()].join(', ');
      placeAll(ready, gone);
    } catch (error) {
      for (const { partial } of ready) removePartial(partial);
      removeFolders(made, this.folder);
      throw error instanceof InvalidInput ? error : cannotWrite(at, reason(error));
    }
  }

  /** Returns the first of the folders that were made, if any. */
  private async makeFolder(): Promise<string | null> {
    return this.folder === null ? null : makeFolders(this.folder);
  }
}

function removeFolders(first: string | null, last: string | null): void {
  if (first === null || last === null) return;
  try {
    for (let at = resolve(last); at.length >= resolve(first).length; at = dirname(at)) rmdirSync(at);
  } catch {
    // Not empty any more: somebody else uses it.
  }
}

/** What must not be written to: the inputs, and files that standard output and errors go to. */
async function takenBy(inputs: readonly (string | undefined)[]): Promise<Taken> {
  const taken = new Map<string, string>();
  for (const [descriptor, use] of [
    [1, 'where standard output goes'],
    [2, 'where standard errors go'],
  ] as const)
    remember(descriptor, use);
  for (const input of inputs) {
    if (input === '-') remember(0, 'an input of this command, and never replaced');
    else if (input !== undefined) {
      const info = await stat(input, { bigint: true }).catch(() => null);
      if (info?.isFile() === true) taken.set(identity(info), 'an input of this command, and never replaced');
    }
  }
  return taken;

  function remember(descriptor: number, use: string): void {
    try {
      const info = fstatSync(descriptor, { bigint: true });
      if (info.isFile()) taken.set(identity(info), use);
    } catch {
      // It is closed.
    }
  }
}
