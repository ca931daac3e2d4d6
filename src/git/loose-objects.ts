import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { readRegularBytes } from '../read-regular-file.ts';
import { looseObject } from './odd-files.ts';
import type { GitObject } from './reply-parser.ts';

const LARGEST = 1024 * 1024;
/** Most objects are in packs, which git reads: after so many in a row that are not here, it is asked at once. */
const MOST_MISSES = 3;
const HEADER = /^(commit|tree|blob|tag) (0|[1-9]\d*)$/;

/**
 * New commits, trees and notes, before git packs them: read without git where it does not run yet, because starting it
 * takes longer than all else that a new commit changes. Undefined for what is packed, large, or not exactly as git writes
 * it: then git says what there is.
 */
export class LooseObjects {
  readonly #commonDir: string;
  readonly #format: string;
  #missed = 0;

  constructor(commonDir: string, format: 'sha1' | 'sha256') {
    this.#commonDir = commonDir;
    this.#format = format;
  }

  read(id: string): (GitObject & { data: Buffer }) | undefined {
    if (this.#missed >= MOST_MISSES) return undefined;
    const object = this.#find(id);
    this.#missed = object ? 0 : this.#missed + 1;
    return object;
  }

  #find(id: string): (GitObject & { data: Buffer }) | undefined {
    try {
      const packed = readRegularBytes(looseObject(this.#commonDir, id), LARGEST);
      const whole = packed && inflateSync(packed, { maxOutputLength: LARGEST });
      if (!whole || createHash(this.#format).update(whole).digest('hex') !== id) return undefined;
      const end = whole.indexOf(0);
      const [, type, size] = HEADER.exec(whole.toString('latin1', 0, end)) ?? [];
      const data = whole.subarray(end + 1);
      if (type === undefined || Number(size) !== data.length) return undefined;
      return { id, type: type as GitObject['type'], size: data.length, data };
    } catch {
      return undefined;
    }
  }
}
