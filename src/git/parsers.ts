/** Pure readers of what git stores and prints. */

type Person = { name: string; time: number };

export type Commit = {
  id: string;
  tree: string;
  parents: string[];
  author: Person;
  committer: Person;
  message: string;
  /** Where it carries a signature, of whatever kind and by whomever: nothing verifies it. */
  isSigned?: true;
};

/** Stands for a commit that this clone does not have: nothing is known of it but its id and, perhaps, a time. */
export function absentCommit(id: string, time: number): Commit {
  const unknown = { name: '', time };
  return { id, tree: '', parents: [], author: unknown, committer: unknown, message: '' };
}

export function isAbsent({ tree }: Commit): boolean {
  return tree === '';
}

export type TreeEntry = { mode: string; name: Buffer; id: string };

const SIGNATURE = /^gpgsig(?:-sha256)? /m;

export function parseCommit(id: string, data: Buffer): Commit {
  const text = data.toString('utf8');
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const commit: Commit = {
    id,
    tree: '',
    parents: [],
    author: nobody(),
    committer: nobody(),
    message: end < 0 ? '' : text.slice(end + 2),
    ...(SIGNATURE.test(head) ? { isSigned: true } : {}),
  };
  for (const line of head.split('\n')) {
    const space = line.indexOf(' ');
    const value = line.slice(space + 1);
    if (space < 0) continue;
    const key = line.slice(0, space);
    if (key === 'tree') commit.tree = value;
    else if (key === 'parent') commit.parents.push(value);
    else if (key === 'author') commit.author = parsePerson(value);
    else if (key === 'committer') commit.committer = parsePerson(value);
  }
  return commit;
}

function parsePerson(text: string): Person {
  const match = /^([^<\n]*?) ?<[^>]*>(?: (-?\d+))?/.exec(text);
  if (!match) return nobody();
  return { name: match[1] ?? '', time: Number(match[2] ?? 0) };
}

function nobody(): Person {
  return { name: '', time: 0 };
}

export function parseTree(data: Buffer, idBytes: 20 | 32): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const nul = data.indexOf(0, space);
    if (space < 0 || nul < 0) break;
    const next = nul + 1 + idBytes;
    entries.push({
      mode: data.toString('latin1', at, space),
      name: data.subarray(space + 1, nul),
      id: data.toString('hex', nul + 1, next),
    });
    at = next;
  }
  return entries;
}

/** One entry of a tree, without making an object of each of the others. */
export function findInTree(data: Buffer, name: Buffer, idBytes: 20 | 32): TreeEntry | undefined {
  for (let at = 0; at < data.length; ) {
    const start = data.indexOf(0x20, at) + 1;
    const end = data.indexOf(0, start);
    if (start === 0 || end < 0) return undefined;
    const next = end + 1 + idBytes;
    const fits = end - start === name.length && next <= data.length;
    if (fits && data.compare(name, 0, name.length, start, end) === 0) {
      return {
        mode: data.toString('latin1', at, start - 1),
        name: data.subarray(start, end),
        id: data.toString('hex', end + 1, next),
      };
    }
    at = next;
  }
  return undefined;
}

/** Lines `final … final+count-1` of today's file came from `original …` of `path` at `commit`. */
export type BlameSpan = {
  commit: string;
  path: string;
  original: number;
  final: number;
  count: number;
  boundary: boolean;
};

const BLAME_HEADER = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/;

/** Reads `git blame --incremental`, in the order of the lines of today's file. */
export function parseBlame(output: string): BlameSpan[] {
  const spans: BlameSpan[] = [];
  const boundaries = new Set<string>();
  let current: BlameSpan | undefined;
  for (const line of output.split('\n')) {
    const header = BLAME_HEADER.exec(line);
    if (header) {
      const [, commit = '', original, final, count] = header;
      current = {
        commit,
        path: '',
        original: Number(original),
        final: Number(final),
        count: Number(count),
        boundary: false,
      };
    } else if (current && line === 'boundary') {
      boundaries.add(current.commit);
    } else if (current && line.startsWith('filename ')) {
      current.path = unquotePath(line.slice('filename '.length));
      spans.push(current);
      current = undefined;
    }
  }
  for (const span of spans) span.boundary = boundaries.has(span.commit);
  return spans.sort((a, b) => a.final - b.final);
}

/** The lines of `git blame --incremental` that `parseBlame` reads; the rest, which is most, describes commits. */
export function distilBlame(output: string): string {
  return output
    .split('\n')
    .filter(line => line === 'boundary' || line.startsWith('filename ') || BLAME_HEADER.test(line))
    .join('\n');
}

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Undoes the quoting that git puts around names with unusual bytes in them. */
export function unquotePath(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const bytes: number[] = [];
  const source = Buffer.from(text.slice(1, -1), 'utf8');
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0;
    if (byte !== 0x5c) {
      bytes.push(byte);
      continue;
    }
    const octal = /^[0-7]{3}/.exec(source.toString('latin1', at + 1, at + 4));
    if (octal) {
      bytes.push(Number.parseInt(octal[0], 8));
      at += 3;
    } else {
      at++;
      bytes.push(ESCAPES[String.fromCharCode(source[at] ?? 0)] ?? source[at] ?? 0);
    }
  }
  return Buffer.from(bytes).toString('utf8');
}
