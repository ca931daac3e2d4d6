import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Knowledge } from '../cache/knowledge.ts';
import { GIT_DEADLINES } from '../deadlines.ts';
import { UltragitError } from '../errors.ts';
import { branchTips } from './branch-tips.ts';
import { ContentCache } from './cache.ts';
import { resolveCommit } from './calls.ts';
import { discover, type Location, type Whereabouts } from './discover.ts';
import { LARGEST, readGitFile, readRefFile } from './git-file.ts';
import { IdTable } from './id-table.ts';
import { indexFile } from './index-file.ts';
import { type About, knowledgeOf, packsIn } from './knowledge-of.ts';
import { KnownAnswers } from './known-answers.ts';
import { KnownObjects } from './known-objects.ts';
import { LooseObjects } from './loose-objects.ts';
import { NamedCommits } from './named-commits.ts';
import { ObjectReader } from './objects.ts';
import { looseObject, refuseOddFiles, whySilent } from './odd-files.ts';
import { type Commit, parseCommit, type TreeEntry } from './parsers.ts';
import { createPrivateGitDir, type PrivateGitDir } from './private-dir.ts';
import { idIn, OBJECT_ID, RefFiles, symbolicTarget } from './ref-files.ts';
import type { GitObject } from './reply-parser.ts';
import type { PrivatePlace } from './run/place.ts';
import { type Deadlines, type GitCall, runGit } from './run/runner.ts';
import { startSimpleGit } from './run/start-simple-git.ts';
import { Shared } from './shared.ts';
import { type OnStoredIds, storedOrder } from './stored-order.ts';
import { Trees } from './trees.ts';
import { type Unreadable, unreadableRef } from './unreadable-ref.ts';
import { Witness } from './witness.ts';

const MEBIBYTE = 1024 * 1024;
export const LARGEST_FILE = 64 * MEBIBYTE;

/** Of pack indexes: some 28 bytes an object. */
const LARGE_INDEX = 128 * 1024;

export type OpenOptions = {
  signal?: AbortSignal;
  deadlines?: Deadlines;
  /** What `askWhere` was told about the directory, where it was asked already. */
  said?: Promise<Whereabouts | undefined>;
  about?: About;
};

/** A repository to read from: objects by id, and git's own answers, never its config or its code. */
export class Repository {
  readonly location: Location;
  /** Told of all that an answer depends on besides refs and settings. */
  readonly witness = new Witness();
  readonly #home: PrivateGitDir;
  /** As git's own variable names it to a hook. */
  readonly #index: string | undefined;
  readonly #deadline: number;
  readonly #silence: number;
  readonly #objects: ObjectReader;
  readonly #known: KnownObjects;
  readonly #trees: Trees;
  readonly #named: NamedCommits;
  readonly #knownAnswers: KnownAnswers | undefined;
  /** What earlier processes learned about the same. */
  readonly knowledge: Knowledge | undefined;
  readonly #identity: string | undefined;
  #packs: string | undefined;
  readonly #refs: RefFiles;
  readonly #pretended = new Map<string, string>();
  readonly #commits = new ContentCache<Commit>(8 * MEBIBYTE);
  readonly #files = new ContentCache<Buffer>(32 * MEBIBYTE);
  readonly #answers = new ContentCache<{ value: unknown }>(16 * MEBIBYTE);
  readonly #answersComing = new Map<string, Shared<unknown>>();

  private constructor(
    location: Location,
    home: PrivateGitDir,
    deadlines: Deadlines,
    knowledge: Knowledge | undefined,
    index: string | undefined,
  ) {
    this.location = location;
    this.#index = index;
    this.#home = home;
    this.#deadline = deadlines.command;
    this.#silence = deadlines.silence;
    this.#objects = new ObjectReader(home, deadlines.silence, {
      withoutGit: new LooseObjects(location.commonDir, location.objectFormat),
      whySilent: id => whySilent(location, id),
      onMissing: () => this.witness.objects(),
      onDamaged: () => this.witness.unsure(),
    });
    this.knowledge = knowledge;
    this.#known = new KnownObjects(this.#objects, knowledge);
    const sources = { objects: this.#objects, known: this.#known, knowledge };
    this.#trees = new Trees({ ...sources, idBytes: this.#idBytes });
    this.#knownAnswers = knowledge && new KnownAnswers(this, knowledge);
    this.#named = new NamedCommits(this, 2 * this.#idBytes);
    this.#refs = new RefFiles(location.commonDir);
    this.#identity = identify(location);
  }

  static async open(
    directory: string,
    env: Readonly<Record<string, string | undefined>>,
    { signal, deadlines = GIT_DEADLINES, said, about }: OpenOptions = {},
  ): Promise<Repository> {
    const location = await discover(directory, env, { signal, deadline: deadlines.command, said });
    refuseOddFiles(location);
    const home = createPrivateGitDir(location, env.PATH);
    const knowledge = about === undefined ? undefined : knowledgeOf(location, home.git, about, env);
    return new Repository(location, home, deadlines, knowledge, env.GIT_INDEX_FILE);
  }

  /** Where git runs, and where files of this process alone may be. */
  get privateDir(): string {
    return this.#home.place.cwd;
  }

  /** Words for git without the name of the private directory, which is another one in each process. */
  namelessly(words: readonly string[]): readonly string[] {
    const { madeAt } = this.#home;
    return madeAt === undefined ? words : words.map(word => word.replace(madeAt, ''));
  }

  /** Asks git; an answer that can't change is asked for once. Unshallowing changes what history is. */
  async run<T>(call: GitCall<T>, signal?: AbortSignal): Promise<T> {
    if (!call.immutable) return this.#ask(call, signal);
    const key = this.#nameOf(call);
    const known = this.#answers.get(key);
    if (known) return known.value as T;
    const value = await this.#askTogether(key, call, signal);
    this.#answers.set(key, { value }, key.length + weigh(value));
    return value;
  }

  /** What git said to the same call before; undefined where it would have to be asked. */
  async recall<T>(call: GitCall<T>): Promise<T | undefined> {
    const known = this.#answers.get(this.#nameOf(call)) as { value: T } | undefined;
    if (known) return known.value;
    const output = await this.#knownAnswers?.recall(call);
    return output && call.parse(output);
  }

  #nameOf({ args, input = '', wanted = [] }: GitCall<unknown>): string {
    return [this.shallowness(), ...args, input, ...wanted].join('\0');
  }

  /** Asks git about the index and the files on disk, which the private directory has none of. */
  async runOnFiles<T>(call: GitCall<T>, signal?: AbortSignal): Promise<T> {
    const { place } = this.#home;
    const { root } = this.location;
    if (root === undefined) throw noFiles();
    const env = { ...place.env, GIT_INDEX_FILE: indexFile(this.location, this.#index), GIT_WORK_TREE: root };
    return this.#ask(call, signal, { ...place, env });
  }

  /** Makes an object of our own, which only this process sees: for content that is not committed. */
  keep(data: Buffer): string {
    const id = this.#blobId(data);
    const directory = join(this.privateDir, 'objects', id.slice(0, 2));
    mkdirSync(directory, { recursive: true });
    const stored = deflateSync(Buffer.concat([Buffer.from(`blob ${data.length}\0`), data]), { level: 1 });
    writeFileSync(join(directory, id.slice(2)), stored);
    return id;
  }

  /** Calls that are under way at the same time and ask the same share one process. */
  async #askTogether<T>(key: string, call: GitCall<T>, signal: AbortSignal | undefined): Promise<T> {
    const coming = this.#answersComing.get(key) as Shared<T> | undefined;
    const shared =
      coming && !coming.abandoned ? coming : new Shared(waiting => this.#ask(call, waiting.signal));
    this.#answersComing.set(key, shared);
    try {
      return await shared.join({ signal });
    } finally {
      if (this.#answersComing.get(key) === shared) this.#answersComing.delete(key);
    }
  }

  async #ask<T>(call: GitCall<T>, signal: AbortSignal | undefined, elsewhere?: PrivatePlace): Promise<T> {
    // What git says of files on disk, nothing names.
    const answers = elsewhere ? undefined : this.#knownAnswers;
    const known = await answers?.recall(call);
    if (known) return call.parse(known);
    const command = { place: elsewhere ?? this.#home.place, args: call.args, input: call.input };
    try {
      const output = await runGit(command, { signal, deadline: this.#deadline }, startSimpleGit);
      const value = call.parse(output);
      answers?.keep(call, output);
      return value;
    } catch (error) {
      if (error instanceof UltragitError && error.code === 'git_timeout') refuseOddFiles(this.location);
      throw error;
    }
  }

  /** The commit that HEAD names now; none on a branch without commits. */
  async head(): Promise<Commit | undefined> {
    const text = this.#headFile();
    if (text === 'ref: refs/heads/.invalid') {
      throw new UltragitError('git_failed', 'This repository keeps its refs in the reftable format.', [
        'ultragit reads repositories with the files ref format; see `git refs migrate`.',
      ]);
    }
    const target = symbolicTarget(text);
    const id = target === undefined ? idIn(text) : await this.#resolveRef(target);
    const commit = id === undefined ? undefined : await this.commit(id);
    if (commit) return commit;
    const unreadable = await this.whyUnreadable(target ?? id ?? '');
    if (unreadable) throw unreadableHead(unreadable);
    return undefined;
  }

  /** The branch that HEAD is on, without `refs/heads/`; undefined where it is on none. */
  branch(): string | undefined {
    return /^refs\/heads\/(.+)$/.exec(symbolicTarget(this.#headFile()) ?? '')?.[1];
  }

  #headFile(): string {
    const text = readRefFile(join(this.location.gitDir, 'HEAD'));
    // No HEAD, no repository.
    const isSame = identify(this.location) === this.#identity && this.#hasPrivateDir();
    if (text !== undefined && isSame) return text;
    throw new UltragitError('repository_gone', 'The repository is gone.', [
      'It was moved, deleted or replaced after ultragit opened it; ask where it is now.',
    ]);
  }

  /** What clears up temporary directories may have taken it. */
  #hasPrivateDir(): boolean {
    const { madeAt } = this.#home;
    return madeAt === undefined || existsSync(madeAt);
  }

  /** The commit that a revision such as `v1.2` or `HEAD~3` names. */
  async resolve(revision: string, head: Commit, signal?: AbortSignal): Promise<Commit> {
    writeFileSync(join(this.privateDir, 'HEAD'), `${head.id}\n`);
    // simple-git takes what begins like an option for one, which no name of a branch or tag may.
    const plain = revision !== '' && !/^-|[\x00-\x1f\x7f]/.test(revision);
    this.#refs.refuseOdd(revision);
    const id = plain ? await this.run(resolveCommit(revision), signal) : undefined;
    const commit = id && (await this.commit(id));
    if (commit) return commit;
    throw new UltragitError('bad_revision', `There is no commit ${revision} here.`, [
      'Name a branch, a tag or a commit id that this clone has.',
    ]);
  }

  /** The commit that a ref names now. */
  async refCommit(ref: string): Promise<Commit | undefined> {
    const id = await this.#resolveRef(ref);
    return id === undefined ? undefined : this.commit(id);
  }

  /** The tree of a notes ref, without its history. */
  async notesTree(ref: string): Promise<string | undefined> {
    const id = await this.#resolveRef(ref);
    if (id === undefined) return undefined;
    const commit = await this.commit(id);
    if (commit) return commit.tree;
    const object = await this.#objects.info(`${ref}^{tree}`);
    return object?.type === 'tree' ? object.id : undefined;
  }

  /** Why a ref, or an id, leads to no commit; undefined where there is no such ref. */
  whyUnreadable(name: string): Promise<Unreadable | undefined> {
    return unreadableRef(this.#objects, this.#refs, name);
  }

  /** The newest commits of all branches, local and remote, as they are now. */
  branchTips(): string[] {
    return branchTips(this.location.commonDir);
  }

  /** From now on this ref names that commit, for who asks here: what an answer would be if it did. */
  pretend(ref: string, commit: string): void {
    this.#pretended.set(ref, commit);
  }

  async #resolveRef(ref: string): Promise<string | undefined> {
    const pretended = this.#pretended.get(ref);
    if (pretended !== undefined) return pretended;
    return this.#refs.resolve(ref, async () => (await this.#objects.info(ref))?.id);
  }

  /** See `storedOrder`. */
  storedOrder(onIds: OnStoredIds, signal?: AbortSignal): Promise<void> {
    return storedOrder(this.#home.place, 2 * this.#idBytes, onIds, { signal, silence: this.#silence });
  }

  /** An object that is needed once: it is not kept. */
  read(id: string, limit?: number): Promise<GitObject | undefined> {
    return this.#objects.read(id, limit);
  }

  /** An object that is likely to be needed again by who asks about the same. */
  readKnown(id: string, limit: number): Promise<GitObject | undefined> {
    return this.#known.read(id, limit);
  }

  /** Whether an object that could not be read is there, but damaged. */
  isDamaged(id: string): boolean {
    return this.#objects.isDamaged(id) || existsSync(looseObject(this.location.commonDir, id));
  }

  /**
   * The content of a file of some version, kept for the next time; git need not be asked if it is `likely`. Where it is
   * needed `once`, what is found in it is kept, and the next process does without.
   */
  async file(
    id: string,
    { likely, once = false }: { likely?: Buffer; once?: boolean } = {},
  ): Promise<Buffer | undefined> {
    const known = this.#files.get(id);
    if (known) return known;
    const isLikely = likely !== undefined && this.#blobId(likely) === id;
    if (isLikely) this.#known.keep(id, 'blob', likely);
    const objects = once ? this.#objects : this.#known;
    const data = isLikely ? likely : (await objects.read(id, LARGEST_FILE))?.data;
    if (data) this.#files.set(id, data, data.length + 200);
    return data;
  }

  #blobId(data: Buffer): string {
    return createHash(this.location.objectFormat).update(`blob ${data.length}\0`).update(data).digest('hex');
  }

  info(id: string): Promise<GitObject | undefined> {
    return this.#known.info(id);
  }

  /** Those of these objects that are gone by now, though they are known: no ref leads to them, so git may remove them. */
  async removedOf(ids: readonly string[]): Promise<Set<string>> {
    if (!this.knowledge) return new Set();
    const found = await Promise.all(ids.map(id => this.#objects.info(id)));
    const removed = ids.filter((_id, at) => !found[at]);
    for (const id of removed) {
      this.#known.forget(id);
      this.#commits.delete(id);
    }
    return new Set(removed);
  }

  async commit(id: string): Promise<Commit | undefined> {
    const known = this.#commits.get(id);
    if (known) return known;
    const object = await this.#known.read(id, LARGEST_FILE);
    if (object?.type !== 'commit' || !object.data) return undefined;
    // What is said further on in a message of more than a mebibyte, nobody reads.
    const commit = parseCommit(object.id, object.data.subarray(0, MEBIBYTE));
    if (!OBJECT_ID.test(commit.tree)) return undefined;
    this.#commits.set(id, commit, Math.min(object.size, MEBIBYTE) + 200);
    return commit;
  }

  /** By full ids, or by shortened ones that only one commit has; those that name none are missing. */
  commitsNamed(ids: Iterable<string>, signal?: AbortSignal): Promise<Map<string, Commit>> {
    return this.#named.find(ids, signal);
  }

  /** Entries by name, in latin1: names are bytes. */
  tree(id: string): Promise<Map<string, TreeEntry> | undefined> {
    return this.#trees.tree(id);
  }

  /** What a commit has at a path: a file, a directory, a link; nothing where the path does not exist. */
  entryAt({ tree }: Commit, path: string): Promise<TreeEntry | undefined> {
    return this.#trees.entryAt(tree, path);
  }

  /** The same; undefined where this clone lacks a directory on the way, so that nobody knows. */
  findAt({ tree }: Commit, path: string): Promise<{ entry: TreeEntry | undefined } | undefined> {
    return this.#trees.findAt(tree, path);
  }

  get #idBytes(): 20 | 32 {
    return this.location.objectFormat === 'sha256' ? 32 : 20;
  }

  /** After objects were packed anew, perhaps without some, nothing is taken for there because it was. */
  lookAtPacks(): void {
    const packs = packsIn(this.location.commonDir);
    if (packs === this.#packs) return;
    if (this.#packs !== undefined) {
      if (!this.#objects.restart()) return;
      this.#commits.clear();
    }
    this.#packs = packs;
  }

  /** Whether its packs have so many objects that its history is hardly short. */
  isLarge(): boolean {
    const directory = join(this.location.commonDir, 'objects', 'pack');
    let bytes = 0;
    try {
      for (const name of readdirSync(directory)) {
        if (name.endsWith('.idx')) bytes += statSync(join(directory, name)).size;
      }
    } catch {
      return false;
    }
    return bytes > LARGE_INDEX;
  }

  /** The commits at which a shallow clone ends. */
  shallowBoundaries(): Set<string> {
    return new Set(
      this.#shallowFile()
        .split('\n')
        .filter(line => line !== ''),
    );
  }

  /** Differs when a clone was deepened: what was not in its history then may be now. */
  shallowness(): string {
    const text = this.#shallowFile();
    return text === '' ? '' : createHash('sha256').update(text).digest('hex').slice(0, 16);
  }

  #shallowFile(): string {
    return readGitFile(join(this.location.commonDir, 'shallow'), LARGEST.list) ?? '';
  }

  close(): void {
    this.#objects.close();
    this.#home.remove();
  }
}

function noFiles(): UltragitError {
  return new UltragitError('bad_argument', 'A bare repository has no files that are not committed.', [
    'Name the commits to look at, for example main..feature.',
  ]);
}

function unreadableHead({ problem, isMissing }: Unreadable): UltragitError {
  return new UltragitError('git_failed', `HEAD can't be read: ${problem}.`, [
    isMissing
      ? 'In a partial or shallow clone fetch the missing history; otherwise run `git fsck`.'
      : 'Check out a branch that has commits; `git fsck` says what is wrong.',
  ]);
}

/** Tells a repository from another one that took its place; undefined where there is none. */
function identify({ gitDir, commonDir }: Location): string | undefined {
  try {
    return [gitDir, join(commonDir, 'objects')]
      .map(path => statSync(path, { bigint: true }))
      .map(({ dev, ino, birthtimeNs }) => `${dev} ${ino} ${birthtimeNs}`)
      .join();
  } catch {
    return undefined;
  }
}

/** A rough size in bytes of a git answer: lists and sets of ids and spans. */
function weigh(value: unknown): number {
  if (value instanceof IdTable) return value.size;
  if (value instanceof Set) return value.size * 100;
  return Array.isArray(value) ? value.length * 200 : 100;
}
