import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST, readGitFile, readRefFile } from './git-file.ts';

export const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const STARTS_WITH_ID = /^([0-9a-f]{64}|[0-9a-f]{40})(?:[ \t\r\n]|$)/i;

/** The ref that another one, or HEAD, stands for; git takes any white space before its name, or none. */
export function symbolicTarget(text: string): string | undefined {
  return /^ref:[ \t\r\n]*([^ \t\r\n].*)$/.exec(text)?.[1];
}

/** The object that the text of a ref names; git does not care for what comes after it. */
export function idIn(text: string): string | undefined {
  return STARTS_WITH_ID.exec(text)?.[1]?.toLowerCase();
}

/** Where git looks for a ref by a short name. */
const PLACES = ['refs/*', 'refs/tags/*', 'refs/heads/*', 'refs/remotes/*', 'refs/remotes/*/HEAD'];

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
    const loose = this.#loose(ref);
    if (!/^refs\/[\w./+-]+$/.test(ref) || ref.includes('..')) return ask();
    if (loose !== undefined) return idIn(loose) ?? ask();
    if (this.#isFile(ref)) return ask();
    const packed = this.#packedText(ref);
    return packed === undefined || OBJECT_ID.test(packed) ? packed : ask();
  }

  /** Throws where git, looking for what a revision may mean, would open something that is no file. */
  refuseOdd(revision: string): void {
    const [name = ''] = revision.split(/[~^@:]/, 1);
    for (const place of PLACES) this.#loose(place.replace('*', () => name));
  }

  /** What is written down for a ref, whether or not it leads to anything; undefined where there is no such ref. */
  text(ref: string): string | undefined {
    return this.#loose(ref) ?? this.#packedText(ref);
  }

  #packedText(ref: string): string | undefined {
    const stamp = this.#stamp();
    const known = this.#packedTexts.get(ref);
    if (stamp === '') return undefined;
    if (known?.stamp === stamp) return known.text;
    const all = readGitFile(join(this.#directory, 'packed-refs'), LARGEST.list) ?? '';
    const end = `${all}\n`.indexOf(` ${ref}\n`);
    const text = end < 0 ? undefined : all.slice(all.lastIndexOf('\n', end) + 1, end);
    this.#packedTexts.set(ref, { stamp, text });
    return text;
  }

  /** Also looks whether git could read it; a name that leads out of the directory is none. */
  #loose(ref: string): string | undefined {
    return /^refs\/(?!.*\.\.)/.test(ref) ? readRefFile(join(this.#directory, ref)) : undefined;
  }

  /** There, though it could not be read. */
  #isFile(ref: string): boolean {
    try {
      return statSync(join(this.#directory, ref)).isFile();
    } catch {
      return false;
    }
  }

  #stamp(): string {
    const file = join(this.#directory, 'packed-refs');
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : '';
  }
}
