/** The way to a value in a document: names of fields, and numbers of items. */
export type Path = readonly PropertyKey[];

/** What is wrong with a value of a document, and what was done about it. Where it is in the text is told by `flawsOf`. */
export type Mistake = {
  path: Path;
  /** It is the name of the field that is wrong, not its value. */
  inName?: boolean;
  problem: string;
  done: string;
};

export const LEFT_OUT = 'left out';
export const NOT_READ = 'not read';

const MOST = 1_000;

/** The mistakes of a note, each with the number of its document; those beyond a bound are only counted. */
export type Mistakes = { list: (Mistake & { document: number })[]; more: number };

export function createMistakes(): Mistakes {
  return { list: [], more: 0 };
}

export function addMistakes(to: Mistakes, document: number, path: Path, found: readonly Mistake[]): void {
  for (const mistake of found) {
    if (isFull(to)) to.more++;
    else to.list.push({ ...mistake, path: [...path, ...mistake.path], document });
  }
}

export function isFull({ list }: Mistakes): boolean {
  return list.length >= MOST;
}
