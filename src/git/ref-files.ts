import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** A directory of that name holds other refs. */
const NO_FILE = /^(ENOENT|ENOTDIR|EISDIR)$/;
/** No text of a file, because that is trimmed. */
const UNREADABLE = ' ';

/** The ref that another one, or HEAD, stands for; git takes any white space before its name, or none. */
export function symbolicTarget(text: string): string | undefined {
  return /^ref:\s*(\S.*)$/.exec(text)?.[1];
}

/**
 * What refs say now, from their files, where that is plain to see: a call that finds nothing changed need
 * not ask git. Whatever is not plain (symbolic refs, files that can't be read) is left to git.
 */
export class RefFiles {
  readonly #directory: string;
  readonly #packedTexts = new Map<string, { stamp: string; text: string | undefined }>();

  constructor(commonDir: string) {
    this.#directory = commonDir;
  }

  async resolve(ref: string, ask: () => Promise<string | undefined>): Promise<string | undefined> {
    if (!/^refs\/[\w./+-]+$/.test(ref) || ref.includes('..')) return ask();
    const text = this.#read(ref) ?? this.#packedText(ref);
    return text === undefined || OBJECT_ID.test(text) ? text : ask();
  }

  /** What is written down for a ref, whether or not it leads to anything; undefined where there is no such ref. */
  text(ref: string): string | undefined {
    const loose = this.#read(ref);
    return loose === UNREADABLE ? this.#packedText(ref) : (loose ?? this.#packedText(ref));
  }

  #packedText(ref: string): string | undefined {
    const stamp = this.#stamp();
    const known = this.#packedTexts.get(ref);
    if (stamp === '') return undefined;
    if (known?.stamp === stamp) return known.text;
    const all = this.#read('packed-refs') ?? '';
    const end = `${all}\n`.indexOf(` ${ref}\n`);
    const text = end < 0 ? undefined : all.slice(all.lastIndexOf('\n', end) + 1, end);
    this.#packedTexts.set(ref, { stamp, text });
    return text;
  }

  /** Undefined where there is no such file. */
  #read(name: string): string | undefined {
    try {
      return readFileSync(join(this.#directory, name), 'utf8').trim();
    } catch (error) {
      return NO_FILE.test((error as NodeJS.ErrnoException).code ?? '') ? undefined : UNREADABLE;
    }
  }

  #stamp(): string {
    const file = join(this.#directory, 'packed-refs');
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : '';
  }
}
