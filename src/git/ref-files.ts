import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * What refs say now, from their files, where that is plain to see: a call that finds nothing changed need
 * not ask git. Whatever is not plain (symbolic refs, packed refs that changed) is left to git.
 */
export class RefFiles {
  readonly #directory: string;
  readonly #packed = new Map<string, { stamp: string; id: string | undefined }>();

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
