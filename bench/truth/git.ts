// The history of a repository as the truth needs it, by plain git commands.
import { execFileSync } from 'node:child_process';

const MOST_OUTPUT = 1 << 30;

export type TreeFile = { path: string; blob: string; size: number };
export type Change = { status: string; from: string; to: string; newBlob: string; oldBlob: string };
export type Commit = { id: string; tree: string; parents: string[] };

export class History {
  readonly directory: string;
  readonly env: Record<string, string>;
  readonly head: string;
  readonly commits = new Map<string, Commit>();
  /** From a commit to the one that follows it on its way to HEAD. */
  readonly next = new Map<string, string>();
  readonly #changes = new Map<string, Change[]>();

  constructor(directory: string, env: Record<string, string>) {
    this.directory = directory;
    this.env = env;
    this.head = this.git(['rev-parse', 'HEAD']).trim();
    for (const line of this.git(['log', '--topo-order', '--format=%H %T %P', 'HEAD']).split('\n')) {
      const [id, tree, ...parents] = line.split(' ');
      if (!id || !tree) continue;
      this.commits.set(id, { id, tree, parents: parents.filter(Boolean) });
      // Children come before parents; a child that continues a line goes before one that merges it.
      for (const [index, parent] of parents.entries()) {
        const known = this.next.get(parent);
        if (!known || (index === 0 && this.commits.get(known)?.parents[0] !== parent))
          this.next.set(parent, id);
      }
    }
  }

  git(args: string[], input = ''): string {
    return this.bytes(args, input).toString();
  }

  bytes(args: string[], input: string | Buffer = ''): Buffer {
    return execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: this.directory,
      env: this.env,
      input,
      maxBuffer: MOST_OUTPUT,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  /** The commits after this one, up to HEAD. */
  *wayToHead(commit: string): Generator<string> {
    for (let at = this.next.get(commit); at; at = this.next.get(at)) yield at;
  }

  /** Reads what every step from these commits to HEAD changed, in one process. */
  readChanges(commits: Iterable<string>): void {
    const steps: [from: string, to: string][] = [];
    const seen = new Set<string>();
    for (const commit of commits) {
      let at = commit;
      for (const next of this.wayToHead(commit)) {
        if (seen.has(at)) break;
        seen.add(at);
        steps.push([at, next]);
        at = next;
      }
    }
    this.readSteps(steps);
  }

  /** Reads what is different between the commits of each pair, in one process. */
  readSteps(steps: readonly (readonly [from: string, to: string])[]): void {
    const pairs = new Set(steps.map(([from, to]) => this.#pair(from, to)));
    const input = `${[...pairs].join('\n')}\n`;
    let changes: Change[] = [];
    for (const line of this.git(
      ['diff-tree', '--stdin', '-r', '-M', '-l2000', '--raw', '--no-abbrev'],
      input,
    ).split('\n')) {
      if (!line.startsWith(':')) {
        changes = [];
        this.#changes.set(line, changes);
        continue;
      }
      const [fields = '', from = '', to = from] = line.split('\t');
      const [, , oldBlob = '', newBlob = '', status = ''] = fields.split(' ');
      changes.push({ status: status.charAt(0), from, to, oldBlob, newBlob });
    }
  }

  changesAfter(commit: string): readonly Change[] {
    const next = this.next.get(commit);
    return next ? this.changes(commit, next) : [];
  }

  /** Of a step that was read. */
  changes(from: string, to: string): readonly Change[] {
    return this.#changes.get(this.#pair(from, to)) ?? [];
  }

  /** The paths that each of these commits changed. */
  changedFiles(commits: readonly string[]): Map<string, string[]> {
    const files = new Map<string, string[]>();
    let at: string[] = [];
    const args = [
      'diff-tree',
      '--stdin',
      '-r',
      '-m',
      '--first-parent',
      '--root',
      '--name-only',
      '--diff-filter=AM',
    ];
    for (const line of this.git(args, `${commits.join('\n')}\n`).split('\n')) {
      if (this.commits.has(line)) {
        at = files.get(line) ?? [];
        files.set(line, at);
      } else if (line) at.push(line);
    }
    return files;
  }

  files(commit: string): TreeFile[] {
    const files: TreeFile[] = [];
    for (const line of this.git(['ls-tree', '-r', '-l', commit]).split('\n')) {
      const [fields = '', path] = line.split('\t');
      const [mode, type, blob = '', size] = fields.split(/ +/);
      if (type === 'blob' && mode !== '120000' && path && !path.startsWith('"')) {
        files.push({ path, blob, size: Number(size) });
      }
    }
    return files;
  }

  /** The contents of blobs, in one process. */
  *blobs(ids: readonly string[]): Generator<{ id: string; content: Buffer }> {
    const MOST_AT_ONCE = 500;
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const output = this.bytes(
        ['cat-file', '--batch'],
        `${ids.slice(from, from + MOST_AT_ONCE).join('\n')}\n`,
      );
      for (let at = 0; at < output.length; ) {
        const end = output.indexOf(10, at);
        const [id = '', type, size] = output.toString('utf8', at, end).split(' ');
        at = end + 1;
        if (type !== 'blob') continue;
        yield { id, content: output.subarray(at, at + Number(size)) };
        at += Number(size) + 1;
      }
    }
  }

  #pair(from: string, to: string): string {
    return `${this.commits.get(from)?.tree} ${this.commits.get(to)?.tree}`;
  }
}
