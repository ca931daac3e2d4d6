import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** The ref that another one, or HEAD, stands for; git takes any white space before its name, or none. */
export function symbolicTarget(text: string): string | undefined {
  return /^ref:\s*(\S.*)$/.exec(text)?.[1];
}

/**
 * What refs say now, from their files, where that is plain to see: a call that finds nothing changed need
 * not ask git. Whatever is not plain (symbolic refs, packed refs that changed) is left to git.
 */
export class RefFiles {
  readonly #directory: string;
  readonly #packed = new Map<string, { stamp: string; id: string | undefined }>();
  readonly #packedTexts = new Map<string, { stamp: string; text: string | undefined }>();

  constructor(commonDir: string) {
    this.#directory = commonDir;
  }

  async resolve(ref: string, ask: () => Promise<string | undefined>): Promise<string | undefined> {
    if (!/^refs\/[\w./+-]+$/.test(ref) || ref.includes('..')) return ask();
    const loose = this.#loose(ref);
    if (loose !== undefined) return OBJECT_ID.test(loose) ? loose : ask();
    const stamp = this.#stamp();
    const known = this.#packed.get(ref);
    if (known?.stamp === stamp) return known.id;
    const id = await ask();
    // Only if nothing moved meanwhile is the answer that of these files.
    if (this.#loose(ref) === undefined && this.#stamp() === stamp) this.#packed.set(ref, { stamp, id });
    return id;
  }

  /** What is written down for a ref, whether or not it leads to anything; undefined where there is no such ref. */
  text(ref: string): string | undefined {
    return this.#loose(ref) ?? this.#packedText(ref);
  }

  #packedText(ref: string): string | undefined {
    const stamp = this.#stamp();
    const known = this.#packedTexts.get(ref);
    if (stamp === '' || known?.stamp === stamp) return known?.text;
    const all = this.#loose('packed-refs') ?? '';
    const end = `${all}\n`.indexOf(` ${ref}\n`);
    const text = end < 0 ? undefined : all.slice(all.lastIndexOf('\n', end) + 1, end);
    this.#packedTexts.set(ref, { stamp, text });
    return text;
  }

  #loose(ref: string): string | undefined {
    try {
      return readFileSync(join(this.#directory, ref), 'utf8').trim();
    } catch {
      return undefined;
    }
  }

  #stamp(): string {
    const file = join(this.#directory, 'packed-refs');
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : '';
  }
}
