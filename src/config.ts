import { UltragitError } from './errors.ts';
import { parseGlob } from './glob/glob.ts';
import { insideRoot } from './inside.ts';
import { readRegularFile } from './read-regular-file.ts';

/** Settings of one query: flag over `.git/config` over `.ultragit-config.toml` over defaults. */
export type Settings = {
  /** The ref that annotations are written to; read alone where it was given. */
  noteref: string;
  /** What is read: only that ref, every notes ref, or those and the commit messages. */
  sources: 'ref' | 'notes' | 'all';
  include: string[];
  exclude: string[];
  maxRegions: number;
  recencyHalfLife: number;
  depsScanLimit: number;
  historyLimit: number;
  /** The most tokens of an answer that says nothing of its own limit: of a read, and of the other queries. */
  readTokens: number;
  maxTokens: number;
  /** In seconds: how long the server may take for one call. */
  callTimeout: number;
  /** Whether annotations of commits that this clone does not have are brought back by the name of their unit. */
  recoverByName: boolean;
  /** Whether a read of code without annotations shows what its commits say. */
  saidInCommits: boolean;
  /** Whether a hook reminds an agent to annotate after it made a commit. */
  remindToAnnotate: boolean;
  /** Whether a hook tells an agent what its commit touches, before it makes it. */
  checkBeforeCommit: boolean;
  /** Files that `check` leaves out. */
  checkIgnore: string[];
  /** From `blame.ignoreRevsFile`. */
  ignoreRevsFiles: readonly IgnoreRevsFile[];
};

/** Relative to the root, unless it is absolute; only where the user named it, not the repository, may it be outside. */
export type IgnoreRevsFile = { name: string; isUsers: boolean };

/** Settings that some place gave. */
type Given = Partial<Settings>;

/** `problems` are values, or a file, that can't be used; what is given elsewhere holds without them. */
export type SettingsReading = { settings: Settings; warnings: string[]; problems: UltragitError[] };

type Complaints = Pick<SettingsReading, 'warnings' | 'problems'>;

/** One `key=value` of `.git/config`, or of the user's own config, as git lists it: keys in lower case. */
export type GitConfigEntry = { key: string; value: string; isUsers?: boolean };

export const TOML_FILE = '.ultragit-config.toml';
const MAX_TOML_BYTES = 1024 * 1024;
const MOST_UNKNOWN = 20;
const LONGEST_KEY = 200;

export const DEFAULT_NOTEREF = 'refs/notes/ultragit';

const SOURCES: readonly unknown[] = ['ref', 'notes', 'all'];

const DEFAULTS: Settings = {
  noteref: DEFAULT_NOTEREF,
  sources: 'all',
  include: [],
  exclude: [],
  maxRegions: 20,
  recencyHalfLife: 180,
  depsScanLimit: 1_000_000,
  historyLimit: 10,
  readTokens: 20_000,
  maxTokens: 8_000,
  callTimeout: 30,
  recoverByName: true,
  saidInCommits: true,
  remindToAnnotate: false,
  checkBeforeCommit: false,
  checkIgnore: [],
  ignoreRevsFiles: [],
};

type Kind = 'ref' | 'sources' | 'globs' | 'count' | 'days' | 'seconds' | 'boolean';
/** `short`: a second way to say it in TOML; both are joined. */
type Row = {
  setting: keyof Settings;
  kind: Kind;
  git: string;
  toml: readonly string[];
  short?: readonly string[];
};

const ROWS: readonly Row[] = [
  { setting: 'noteref', kind: 'ref', git: 'ultragit.noteref', toml: ['ultragit', 'noteref'] },
  { setting: 'sources', kind: 'sources', git: 'ultragit.sources', toml: ['ultragit', 'sources'] },
  {
    setting: 'include',
    kind: 'globs',
    git: 'ultragit.include',
    toml: ['ultragit', 'scope', 'include'],
    short: ['ultragit', 'include'],
  },
  {
    setting: 'exclude',
    kind: 'globs',
    git: 'ultragit.exclude',
    toml: ['ultragit', 'scope', 'exclude'],
    short: ['ultragit', 'exclude'],
  },
  {
    setting: 'maxRegions',
    kind: 'count',
    git: 'ultragit.defaultmaxregions',
    toml: ['ultragit', 'read', 'default_max_regions'],
  },
  {
    setting: 'recencyHalfLife',
    kind: 'days',
    git: 'ultragit.recencyhalflife',
    toml: ['ultragit', 'read', 'recency_half_life'],
  },
  {
    setting: 'depsScanLimit',
    kind: 'count',
    git: 'ultragit.depsscanlimit',
    toml: ['ultragit', 'queries', 'deps_scan_limit'],
  },
  {
    setting: 'historyLimit',
    kind: 'count',
    git: 'ultragit.historydefaultlimit',
    toml: ['ultragit', 'queries', 'history_default_limit'],
  },
  {
    setting: 'readTokens',
    kind: 'count',
    git: 'ultragit.readmaxtokens',
    toml: ['ultragit', 'read', 'max_tokens'],
  },
  {
    setting: 'maxTokens',
    kind: 'count',
    git: 'ultragit.maxtokens',
    toml: ['ultragit', 'queries', 'max_tokens'],
  },
  {
    setting: 'callTimeout',
    kind: 'seconds',
    git: 'ultragit.calltimeout',
    toml: ['ultragit', 'queries', 'call_timeout'],
  },
  {
    setting: 'recoverByName',
    kind: 'boolean',
    git: 'ultragit.recoverbyname',
    toml: ['ultragit', 'read', 'recover_by_name'],
  },
  {
    setting: 'saidInCommits',
    kind: 'boolean',
    git: 'ultragit.saidincommits',
    toml: ['ultragit', 'read', 'said_in_commits'],
  },
  {
    setting: 'remindToAnnotate',
    kind: 'boolean',
    git: 'ultragit.remindtoannotate',
    toml: ['ultragit', 'hook', 'remind_to_annotate'],
  },
  {
    setting: 'checkBeforeCommit',
    kind: 'boolean',
    git: 'ultragit.checkbeforecommit',
    toml: ['ultragit', 'hook', 'check_before_commit'],
  },
  {
    setting: 'checkIgnore',
    kind: 'globs',
    git: 'ultragit.checkignore',
    toml: ['ultragit', 'check', 'ignore'],
  },
];

/** The file of settings: below a root, or the text of some version of it, where there is one. */
export type SettingsFile = { root: string | undefined } | { text: string | undefined };

/** What each place gives, the stronger place first; only a flag that is wrong is thrown. */
export async function readSettings(
  file: SettingsFile,
  gitConfig: readonly GitConfigEntry[],
  flags: { noteref?: string },
): Promise<SettingsReading> {
  const given: Given = {};
  const complaints: Complaints = { warnings: [], problems: [] };
  const text = 'text' in file ? file.text : textBelow(file.root, complaints);
  if (text !== undefined) await applyToml(text, given, complaints);
  applyGitConfig(gitConfig, given, complaints);
  return { settings: complete(given, flags), ...complaints };
}

/** A ref that was asked for is read alone, unless the same place or a stronger one says otherwise. */
function complete(given: Given, flags: { noteref?: string }): Settings {
  if (flags.noteref !== undefined) {
    return {
      ...DEFAULTS,
      ...given,
      noteref: completeRef(flags.noteref, 'given on the command line'),
      sources: 'ref',
    };
  }
  return { ...DEFAULTS, ...(given.noteref === undefined ? {} : { sources: 'ref' }), ...given };
}

function applyGitConfig(entries: readonly GitConfigEntry[], settings: Given, complaints: Complaints): void {
  settings.ignoreRevsFiles = ignoreRevsFiles(entries);
  const lists = new Map<string, string[]>();
  for (const { key, value } of entries) {
    const row = ROWS.find(candidate => candidate.git === key);
    if (row) lists.set(key, [...(lists.get(key) ?? []), value]);
    else if (key.startsWith('ultragit.')) complaints.warnings.push(`.git/config: unknown setting ${key}`);
  }
  for (const [key, values] of lists) {
    const row = ROWS.find(candidate => candidate.git === key);
    const problem = row && assign(settings, row, row.kind === 'globs' ? values : values.at(-1));
    if (problem !== undefined) complaints.problems.push(badSetting(`.git/config: ${key} ${problem}`));
  }
}

/** Git takes all of them, and an empty one takes back those before it. */
function ignoreRevsFiles(entries: readonly GitConfigEntry[]): IgnoreRevsFile[] {
  const given = entries.filter(({ key }) => key === 'blame.ignorerevsfile');
  const files = given.map(({ value, isUsers = false }) => ({ name: value, isUsers }));
  return files.slice(files.findLastIndex(({ name }) => name === '') + 1);
}

function textBelow(root: string | undefined, { problems }: Complaints): string | undefined {
  const file = root === undefined ? undefined : insideRoot(root, TOML_FILE);
  if (file === undefined) return undefined;
  const text = readRegularFile(file, MAX_TOML_BYTES);
  if (text === undefined) problems.push(unreadable());
  return text;
}

async function applyToml(text: string, settings: Given, { warnings, problems }: Complaints): Promise<void> {
  const toml = await import('./config-toml.ts');
  const tree = toml.parseToml(text);
  if ('problem' in tree) {
    problems.push(malformed(`${TOML_FILE}:${tree.line}:${tree.column}: ${tree.problem}`));
    return;
  }
  let unknown = 0;
  for (const [path, value] of toml.leaves(tree.value)) {
    const row = ROWS.find(({ toml: long, short }) =>
      [long, short].some(keys => keys?.join('.') === path.join('.')),
    );
    if (!row) {
      if (++unknown <= MOST_UNKNOWN) warnings.push(`${TOML_FILE}: unknown setting ${shown(path.join('.'))}`);
      continue;
    }
    const before = settings[row.setting];
    const problem = assign(settings, row, value);
    const after = settings[row.setting];
    if (Array.isArray(before) && Array.isArray(after) && before !== after) {
      Object.assign(settings, { [row.setting]: [...before, ...after] });
    }
    if (problem === undefined) continue;
    const line = toml.lineOf(text, path);
    const place = line === undefined ? TOML_FILE : `${TOML_FILE}:${line}`;
    problems.push(badSetting(`${place}: ${path.join('.')} ${problem}`));
  }
  if (unknown > MOST_UNKNOWN) {
    warnings.push(`${TOML_FILE}: ${unknown - MOST_UNKNOWN} more unknown settings`);
  }
}

function shown(key: string): string {
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
}

function unreadable(): UltragitError {
  return new UltragitError('bad_config', `${TOML_FILE} can't be read.`, [
    'It must be a file that you may read, of at most 1 MiB; move it away to use the defaults.',
  ]);
}

function malformed(problem: string): UltragitError {
  return new UltragitError('bad_config', `${problem}.`, [
    'Correct the file, or move it away to use the defaults.',
  ]);
}

function badSetting(problem: string): UltragitError {
  return new UltragitError('bad_config', `${problem}.`, ['Correct the setting.']);
}

/** Takes the value over, or says what is wrong with it, as a clause that follows the name of the setting. */
function assign(settings: Given, row: Row, value: unknown): string | undefined {
  const misread = row.kind === 'globs' ? misreadGlob(value) : undefined;
  const accepted = misread === undefined ? READERS[row.kind](value) : undefined;
  if (accepted === undefined) return misread ?? `must be ${EXPECTED[row.kind]}`;
  Object.assign(settings, { [row.setting]: accepted });
  return undefined;
}

/** A pattern that matches nothing by mistake would empty every answer. */
function misreadGlob(value: unknown): string | undefined {
  for (const pattern of Array.isArray(value) ? value : [value]) {
    const glob = typeof pattern === 'string' ? parseGlob(pattern) : undefined;
    if (glob && 'problem' in glob) return `has the pattern "${pattern}", which ${glob.problem}`;
  }
  return undefined;
}

/** A repository may ask for patience, but not for the whole day. */
const MOST_SECONDS = 600;

const EXPECTED: Record<Kind, string> = {
  ref: 'the name of a notes ref, such as refs/notes/ultragit',
  sources: 'one of ref, notes, all',
  globs: 'a list of patterns, such as src/**',
  count: 'a positive whole number',
  days: 'a positive number of days',
  seconds: `a positive number of seconds, at most ${MOST_SECONDS}`,
  boolean: 'true or false',
};

const READERS: Record<Kind, (value: unknown) => unknown> = {
  ref: value => (typeof value === 'string' ? fullRef(value) : undefined),
  sources: value => (SOURCES.includes(value) ? value : undefined),
  globs: value => {
    const list = Array.isArray(value) ? value : [value];
    return list.every(item => typeof item === 'string' && item !== '') ? list : undefined;
  },
  count: value => {
    const number = asNumber(value);
    return Number.isSafeInteger(number) && number > 0 ? number : undefined;
  },
  days: value => {
    const number = asNumber(value);
    return Number.isFinite(number) && number > 0 ? number : undefined;
  },
  seconds: value => {
    const number = asNumber(value);
    return number > 0 && number <= MOST_SECONDS ? number : undefined;
  },
  boolean: value =>
    typeof value === 'string' ? asBoolean(value) : value === true || value === false ? value : undefined,
};

/** A boolean as git's config spells it. */
function asBoolean(value: string): boolean | undefined {
  const word = value.trim().toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return true;
  return ['false', 'no', 'off', '0', ''].includes(word) ? false : undefined;
}

/** A number as TOML has it, or as git's config spells it. */
function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/** `ultragit` and `notes/ultragit` mean `refs/notes/ultragit`, as for git; nothing but a plain name passes. */
export function fullRef(name: string): string | undefined {
  const full = name.startsWith('refs/')
    ? name
    : name.startsWith('notes/')
      ? `refs/${name}`
      : `refs/notes/${name}`;
  const plain = /^refs\/notes\/[^\x00-\x20\x7f~^:?*[\\]+$/.test(full);
  return plain && !/\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(full) ? full : undefined;
}

/** The ref that a flag names. */
export function completeRef(name: string, place: string): string {
  const full = fullRef(name);
  if (full !== undefined) return full;
  throw new UltragitError('bad_noteref', `Not a notes ref: ${name} (${place})`, [
    'Name a ref under refs/notes/, for example refs/notes/ultragit.',
  ]);
}
