import { fstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import {
  cannotWrite,
  checkFolder,
  findTarget,
  identity,
  makeFolders,
  type Taken,
  type Target,
} from './target.ts';
import { placeFiles } from './whole.ts';

/** The files that a command is going to write and those that it reads. */
interface OutputRequest {
  /** Files by their paths. */
  readonly files?: readonly (string | undefined)[];
  /** Files in a folder, which is made where it is missing. */
  readonly folder?: { readonly path: string; readonly files: readonly string[] };
  /** Everything that the command reads; `-` is standard input. */
  readonly inputs?: readonly (string | undefined)[];
  /** Whether files that exist may be replaced. */
  readonly force?: boolean | undefined;
  /** Whether a file was written by the unfinished work that goes on here, so that it is replaced unasked. */
  readonly ours?: (path: string) => Promise<boolean>;
}

/**
 * All files that a command writes: named and checked before its work, written beside their places, and given
 * their names when all of them are written.
 */
export class Outputs {
  private readonly targets = new Map<string, Target>();
  private readonly contents = new Map<string, { data: string | Uint8Array; secret: boolean }>();
  private readonly request: OutputRequest;
  private readonly taken: Taken;

  private constructor(request: OutputRequest) {
    this.request = request;
    this.taken = takenBy(request.inputs ?? []);
  }

  static async collect(request: OutputRequest): Promise<Outputs> {
    const { files = [], folder } = request;
    const outputs = new Outputs(request);
    if (folder !== undefined) checkFolder(folder.path, folder.path);
    for (const name of files) if (name !== undefined) await outputs.want(name);
    for (const name of folder?.files ?? []) await outputs.want(join(folder?.path ?? '', name));
    return outputs;
  }

  private async want(name: string): Promise<void> {
    const target = await this.find(name);
    const other = [...this.targets.values()].find(({ path }) => path === target.path);
    if (other !== undefined)
      throw cannotWrite(name, `${quotedPath(other.name)}, which this command writes too, is the same file`);
    checkFolder(dirname(target.path), name);
    this.targets.set(name, target);
  }

  /** The one rule: a file that exists is replaced by force alone, and an input never. */
  private async find(name: string): Promise<Target> {
    const { force = false, ours = async () => false, folder } = this.request;
    const target = findTarget(name, this.taken, folder?.path);
    if (target.there === null || force || (await ours(target.path))) return target;
    throw new InvalidInput(`${quotedPath(name)} exists and is not replaced; --force replaces it`);
  }

  /**
   * What a file is to hold, under the name that it was collected by; one that gets nothing is left as it is.
   */
  put(name: string, data: string | Uint8Array, { secret = false } = {}): void {
    if (!this.targets.has(name)) throw new Error(`internal: ${name} was not collected`);
    this.contents.set(name, { data, secret });
  }

  /** Writes everything; of what was collected, the files that are to be `gone` go before. */
  async place(gone: readonly string[] = []): Promise<void> {
    if (this.contents.size === 0) return;
    if (this.request.folder !== undefined) makeFolders(this.request.folder.path);
    const files = [];
    // Looked at again: the work may have taken long.
    for (const [name, content] of this.contents) files.push({ target: await this.find(name), ...content });
    placeFiles(files, gone);
  }
}

/** What must not be written to: the inputs, and files that standard output and errors go to. */
function takenBy(inputs: readonly (string | undefined)[]): Taken {
  const taken = new Map<string, string>();
  const remember = (file: string | number, use: string) => {
    try {
      const info =
        typeof file === 'number' ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true });
      if (info.isFile()) taken.set(identity(info), use);
    } catch {
      // It is closed, or not there.
    }
  };
  remember(1, 'where standard output goes');
  remember(2, 'where standard errors go');
  for (const input of inputs)
    if (input !== undefined)
      remember(input === '-' ? 0 : input, 'an input of this command, and never replaced');
  return taken;
}
