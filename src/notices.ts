import { type Audience, type Words, wordsFor } from './audience.ts';
import { distinct } from './collections.ts';
import { DEFAULT_NOTEREF } from './config.ts';
import { isOrAre, listed, plural, shortId } from './wording.ts';

/**
 * Every notice that an answer may have, one row a code: what it is about, its sentence and what to do next. A
 * stage makes a notice as data (its code and fields); it becomes text when the answer is assembled.
 */

/** About the question: it changes how the whole answer must be read, so it is shown before the answer. */
type About = 'question' | 'answer';

type Kind<Fields> = {
  about: About;
  /** Said once of a file: the last one, which may also say why the answer is empty. */
  once?: boolean;
  message: (fields: Fields) => Words;
  fix?: (fields: Fields) => Words | undefined;
};

function kind<Fields>(row: Kind<Fields>): Kind<Fields> {
  return row;
}

/** A note that could not be read, and why. */
type UnreadNote = { object: string; source: string; problem?: string };

/** What to do about a note, by why it could not be read; the first row that fits holds. */
const REMEDIES: readonly [problem: RegExp, remedy: (of: { ref: string; id: string }) => string][] = [
  [/missing/, ({ ref, id }) => `In a partial clone this fetches it: git notes --ref=${ref} show ${id}`],
  [/larger than/, ({ ref, id }) => `Shorten it: git notes --ref=${ref} edit ${id}`],
  [/^written in /, () => 'A newer version of Ultragit may read it.'],
  [
    /^unknown schema/,
    ({ ref, id }) => `Another tool wrote it, or its schema is misspelt: git notes --ref=${ref} show ${id}`,
  ],
  [/^/, ({ ref, id }) => `Look at it: git notes --ref=${ref} show ${id}`],
];

function remedyFor({ object, source, problem = '' }: UnreadNote): string | undefined {
  const row = REMEDIES.find(([pattern]) => pattern.test(problem));
  return row?.[1]({ ref: source, id: shortId(object) });
}

/** A source, and how many notes or commit messages it has. */
type SourceCount = { name: string; size: number };

const MOST_NAMED = 3;

/** Why a note on a commit outside this history is left out, in words that follow a number of notes. */
const LEFT_OUT = {
  unmerged: 'on a branch that is not merged',
  lines_gone: 'whose lines are gone',
  no_such_unit: 'unknown to this clone and about no unit of today',
  turned_off: 'unknown to this clone',
  not_searched: 'not looked at',
};

/** What settings of a change would do to files. */
const HIDDEN = {
  excludes: (files: string) => `excludes ${files} from annotations`,
  ignores: (files: string) => `takes ${files} out of checks`,
};

const UNUSED_FILE = {
  outside: 'is outside of the repository and is not read for its config',
  unreadable: 'is no file that can be read',
};

export type LeftOut = keyof typeof LEFT_OUT;

const KINDS = {
  // A change that is checked.
  directory_rules: kind<{ directories: readonly string[] }>({
    about: 'answer',
    message: ({ directories }) =>
      `What is agreed for whole directories is not repeated here: ${listed(directories.slice(0, MOST_NAMED), directories.length)}.`,
    fix: ({ directories: [first] }) => ({
      terminal: `Read it: ultragit summary ${first}`,
      agent: `ultragit_summary of ${first} has it.`,
    }),
  }),
  ignored_revisions: kind<{ commits: number }>({
    about: 'answer',
    message: ({ commits }) =>
      `What ${plural(commits, 'commit')} changed does not count: blame ignores ${commits === 1 ? 'it' : 'them'}.`,
  }),

  hidden_by_change: kind<{ how: keyof typeof HIDDEN; files: readonly string[]; by: string }>({
    about: 'question',
    message: ({ how, files, by }) =>
      `This change ${HIDDEN[how](listed(files.slice(0, MOST_NAMED), files.length))} (${by}); checked with the settings before it.`,
  }),
  read_by_change: kind<{ setting: string; was: string; is: string; by: string }>({
    about: 'question',
    message: ({ setting, was, is, by }) =>
      `This change sets ${setting} to ${is} (${by}); checked with ${was}, as before it.`,
  }),
  ignored_by_change: kind<{ commits: readonly string[]; file: string }>({
    about: 'question',
    message: ({ commits, file }) =>
      `This change tells blame to ignore its own ${commits.length === 1 ? 'commit' : 'commits'} ${listIds(commits)} (${file}); checked with the list before it.`,
  }),

  notes_not_merged: kind<{ remote: string; noteref: string }>({
    about: 'answer',
    message: ({ remote }) => `As of the last fetch, ${remote} has annotations that are not here.`,
    fix: ({ noteref }) => {
      const { terminal, agent } = fetchNotes(noteref);
      return { terminal: `Take them over: ${terminal}`, agent: `Take them over: ${agent}` };
    },
  }),
  nothing_annotated: kind<{ remote?: string }>({
    about: 'answer',
    message: () => 'Nothing is annotated in this clone.',
    fix: ({ remote }) => {
      if (remote === undefined) return undefined;
      const { terminal, agent } = fetchNotes(DEFAULT_NOTEREF);
      return {
        terminal: `If ${remote} has annotations: ${terminal}`,
        agent: `If ${remote} has annotations: ${agent}`,
      };
    },
  }),

  undeclared_argument: kind<{ names: readonly string[]; declared: readonly string[] }>({
    about: 'question',
    message: ({ names, declared }) =>
      `Not used: ${listed(names.slice(0, MOST_NAMED), names.length)}. This tool takes ${declared.join(', ')}.`,
  }),

  // The question: which file, which unit, which version.
  anchor_not_found: kind<{ anchor: string; path: string; nearest: readonly string[] }>({
    about: 'question',
    message: ({ anchor, path }) =>
      `Anchor '${anchor}' not found in ${path}. Returning file-level annotations.`,
    fix: ({ nearest }) => (nearest.length > 0 ? `Nearest names: ${nearest.join(', ')}` : undefined),
  }),
  anchor_assumed: kind<{ anchor: string; assumed: readonly string[] }>({
    about: 'question',
    message: ({ anchor, assumed }) => `No '${anchor}' here; assumed ${[...new Set(assumed)].join(', ')}.`,
  }),
  anchor_gone: kind<{ anchor: string; path: string }>({
    about: 'question',
    message: ({ anchor, path }) => `${anchor} is no longer in ${path}; this is what annotations say of it.`,
  }),
  anchor_moved: kind<{ anchor: string; path: string; to: readonly { file: string; anchor?: string }[] }>({
    about: 'question',
    message: ({ anchor, path, to }) => `${anchor} is no longer in ${path}; it moved to ${placesOf(to)}.`,
    fix: ({ to }) => `Ask about ${placesOf(to.slice(0, 1))}.`,
  }),
  outline_language: kind<{ path: string }>({
    about: 'question',
    message: ({ path }) => `No grammar for ${path}: anchors are matched against the names in the notes.`,
  }),
  outline_too_large: kind<{ path: string }>({
    about: 'question',
    message: ({ path }) =>
      `${path} is larger than 2 MiB and was not parsed: anchors are matched by name only.`,
  }),
  outline_binary: kind<{ path: string }>({
    about: 'question',
    message: ({ path }) => `${path} is not text: anchors are matched against the names in the notes.`,
  }),
  outline_timeout: kind<{ path: string }>({
    about: 'question',
    message: ({ path }) =>
      `Parsing ${path} took too long: anchors are matched against the names in the notes.`,
  }),
  outline_truncated: kind<{ path: string }>({
    about: 'question',
    message: ({ path }) => `${path} is so large that only its first units were looked at.`,
  }),
  excluded: kind<{ path: string; exclude?: string; include?: readonly string[] }>({
    about: 'question',
    message: ({ path, exclude, include = [] }) =>
      exclude === undefined
        ? `${path} is in none of the patterns ${include.join(', ')} (ultragit.include).`
        : `${path} is excluded by the pattern ${exclude} (ultragit.exclude).`,
  }),
  link_followed: kind<{ path: string; target: string }>({
    about: 'question',
    message: ({ path, target }) => `${path} is a link to ${target}; this is the answer for ${target}.`,
  }),
  not_committed: kind<{ path: string; commit: string }>({
    about: 'question',
    message: ({ path, commit }) =>
      `${path} is not in the commit ${shortId(commit)} yet: all its lines are uncommitted.`,
    fix: () => 'If it was renamed and that is not committed yet, ask about its old name.',
  }),
  not_on_disk: kind<{ path: string; commit: string }>({
    about: 'question',
    message: ({ path, commit }) =>
      `${path} is gone from disk; this is the file at commit ${shortId(commit)}.`,
  }),
  renamed: kind<{ from: string; to: string; commit: string }>({
    about: 'question',
    message: wasRenamed,
  }),
  deleted: kind<{ path: string; commit: string; byMerge: boolean }>({
    about: 'question',
    message: deleted => `${wasDeleted(deleted)}; this is how it was before.`,
  }),

  // The notes behind the answer.
  notes_unread: kind<{
    notes: readonly UnreadNote[];
    here: ReadonlySet<string>;
    /** The file of an answer that is empty because of it. */
    path?: string;
  }>({
    about: 'answer',
    once: true,
    message: ({ notes, here, path }) => {
      const own = notes.filter(({ object }) => here.has(object));
      const named = hereFirst(notes, here)
        .slice(0, MOST_NAMED)
        .map(({ object, problem }) => `${shortId(object)} (${problem})`);
      const concern = own.length > 0 ? ` ${own.length} of them on commits that own lines here.` : '';
      const unknown = path === undefined ? '' : ` What is said there about ${path} is not known.`;
      return `${plural(notes.length, 'note')} could not be read: ${listed(named, notes.length)}.${concern}${unknown}`;
    },
    fix: ({ notes, here, path }) => {
      const [first] = path === undefined ? [] : hereFirst(notes, here);
      return first && remedyFor(first);
    },
  }),
  notes_ref_unread: kind<{ ref: string; problem: string; isMissing: boolean }>({
    about: 'answer',
    message: ({ ref, problem }) => `${ref} can't be read: ${problem}.`,
    fix: ({ ref, isMissing }) =>
      isMissing
        ? `In a partial clone this fetches it: git ls-tree -r ${ref}. Otherwise check the repository: git fsck`
        : `Look at it: git cat-file -p ${ref}`,
  }),
  notes_repaired: kind<{ objects: readonly string[] }>({
    about: 'answer',
    message: ({ objects }) =>
      `${plural(objects.length, 'note')} had flaws and gave what could be read: ${listIds(objects)}.`,
  }),
  notes_unreachable: kind<{ notes: readonly { object: string; why: LeftOut }[]; path?: string }>({
    about: 'answer',
    once: true,
    message: ({ notes, path }) => {
      const about = path === undefined ? '' : ` about ${path}`;
      const ids = listIds(notes.map(({ object }) => object));
      return `${plural(notes.length, 'note')}${about} left out, on commits that are not in this history (${reasonsOf(notes)}): ${ids}.`;
    },
    fix: ({ notes }) =>
      notes.some(({ why }) => why === 'turned_off')
        ? 'Find annotations of missing commits by name: git config ultragit.recoverByName true'
        : undefined,
  }),
  recovered_by_name: kind<{ count: number }>({
    about: 'answer',
    message: ({ count }) =>
      `${plural(count, 'annotation')} found by name alone, on commits that this clone does not have: perhaps from work that was never merged.`,
    fix: () => 'Leave such annotations out: git config ultragit.recoverByName false',
  }),
  notes_captured: kind<{ count: number }>({
    about: 'answer',
    message: ({ count }) =>
      `Left out: ${count} ${count === 1 ? 'entry that was' : 'entries that were'} captured automatically.`,
  }),
  notes_misplaced: kind<{ count: number }>({
    about: 'answer',
    message: ({ count }) => `${plural(count, 'note')} left out, on an object that is no commit.`,
  }),
  shallow: kind<{ path?: string }>({
    about: 'answer',
    once: true,
    message: ({ path }) =>
      path === undefined
        ? 'History is shallow here: lines may be older than the commit that seems to own them.'
        : `History is shallow here: annotations of ${path} may be on commits that this clone does not have.`,
    fix: () => 'Get the rest of the history: git fetch --unshallow',
  }),
  commits_unread: kind<{ path: string; problem: string }>({
    about: 'answer',
    message: ({ path, problem }) => `Which commits wrote ${path} could not be found out: ${problem}`,
  }),
  notes_over_limit: kind<{ shortened: number; leftOut: number }>({
    about: 'answer',
    message: ({ shortened, leftOut }) => {
      const parts = [
        leftOut > 0 ? `${plural(leftOut, 'list item')} left out` : '',
        shortened > 0 ? `${plural(shortened, 'text')} shortened` : '',
      ];
      return `Notes hold more than is read: ${parts.filter(Boolean).join(', ')}.`;
    },
  }),
  characters_removed: kind<{ count: number }>({
    about: 'answer',
    message: ({ count }) => `${plural(count, 'control or invisible character')} removed from the notes.`,
  }),

  // Why an answer is empty.
  no_notes_ref: kind<{
    noteref: string;
    others: readonly string[];
    looked: 'ref' | 'notes' | 'all';
    remote?: string;
    /** What was asked about, where that is a file. */
    path?: string;
  }>({
    about: 'answer',
    message: ({ noteref, others, looked }) => {
      const missing = `There are no annotations in this clone: ${noteref} does not exist.`;
      if (others.length === 0) return missing;
      const there = listed(others.slice(0, MOST_NAMED), others.length);
      return looked === 'ref'
        ? `${missing} There is ${there}.`
        : `${missing} There is ${there}, in a format that is not read.`;
    },
    fix: ({ noteref, others: [other], looked, remote, path }) => {
      if (other !== undefined && looked === 'ref') {
        return {
          terminal: `Name the ref to read: --noteref ${other}`,
          agent: `Choose the ref to read: git config ultragit.noteref ${other}`,
        };
      }
      const others =
        looked === 'ref' ? '' : ` (other tools' notes: git fetch ${remote} 'refs/notes/*:refs/notes/*')`;
      return orFetch(remote, firstNote(noteref, path), { noteref, others });
    },
  }),
  not_annotated: kind<
    { noteref: string; file?: string } | { path: string; regions: number; unfetched?: string }
  >({
    about: 'answer',
    message: fields =>
      'noteref' in fields
        ? `${fields.noteref} is empty: nothing is annotated yet.`
        : `Not annotated: ${fields.path} has ${plural(fields.regions, 'annotated region')}, but none concerns what was asked about.`,
    fix: fields =>
      'path' in fields
        ? orFetch(fields.unfetched, {
            terminal: `See the whole file: ultragit read ${fields.path}`,
            agent: 'See the whole file: ultragit_read without anchor and lines.',
          })
        : firstNote(fields.noteref, fields.file),
  }),
  none_for_file: kind<{ sources: readonly SourceCount[]; path: string; unfetched?: string }>({
    about: 'answer',
    message: ({ sources, path }) => `${countOf(sources)}, but none for ${path}.`,
    fix: ({ path, unfetched }) => orFetch(unfetched, firstNote(DEFAULT_NOTEREF, path, 'one')),
  }),
  no_dependents: kind<{ notes: number; path: string; anchor?: string; others: number }>({
    about: 'answer',
    message: ({ notes, path, anchor }) => {
      const what = anchor === undefined ? path : `${anchor} in ${path}`;
      return `${notes === 1 ? 'The one note does not declare' : `None of the ${notes} notes declares`} a dependency on ${what}. Code may depend on it all the same.`;
    },
    fix: ({ path, others }) =>
      others > 0
        ? {
            terminal: `${plural(others, 'dependent')} on other parts of the file: ultragit deps ${path}`,
            agent: `${plural(others, 'dependent')} on other parts of the file: ultragit_deps without anchor.`,
          }
        : undefined,
  }),
  nothing_found: kind<{
    words: readonly string[];
    kind?: string;
    sources: readonly SourceCount[];
    /** By a path, a date or tags. */
    narrowed: boolean;
    /** Annotations that have the words in another kind of text, or without the tags. */
    others: number;
    /** Words that no annotation has, and those that are like them. */
    absent: readonly { word: string; nearest: readonly string[] }[];
  }>({
    about: 'answer',
    message: ({ words, kind: asked, sources, narrowed }) => {
      const where = asked === undefined ? '' : ` in a text of the kind ${asked}`;
      const part = narrowed ? ' in what was asked about' : '';
      const all = words.length === 1 ? words.join() : `all of ${words.join(', ')}`;
      return `${countOf(sources)}, but none${part} has ${all}${where}.`;
    },
    fix: ({ words, others, absent, narrowed }) => {
      const said = absent.filter(({ nearest }) => words.length > 1 || nearest.length > 0);
      if (said.length > 0) return said.map(sayAbsent).join(' ');
      if (others > 0)
        return `${plural(others, 'annotation')} ${others === 1 ? 'has' : 'have'} it elsewhere: ask for any kind, and any tags.`;
      if (narrowed) return 'Look everywhere: leave the path, the date and the tags out.';
      return words.length > 1
        ? 'Each word is somewhere, but not all in one annotation: leave one out.'
        : undefined;
    },
  }),
  more_results: kind<{ total: number; shown: number }>({
    about: 'answer',
    message: ({ total, shown }) =>
      `${total} annotations have the words; the best ${shown} ${isOrAre(shown)} shown.`,
    fix: ({ total }) => ({
      terminal: `Add a word, name a directory (--path), or ask for more: --max-results ${total}`,
      agent: `Add a word, name a directory as path, or ask for more: max_results ${total}.`,
    }),
  }),
  no_files: kind<{ path: string; commit: string }>({
    about: 'answer',
    message: ({ path, commit }) => `${path || 'The root'} has no files in the commit ${shortId(commit)}.`,
    fix: () => 'Annotations belong to commits: commit the files first.',
  }),

  // What was left out of the answer.
  filtered_out: kind<{ regions: number; by: readonly [name: string, value: string][] }>({
    about: 'answer',
    message: ({ regions, by }) => {
      const left = (names: string[]) =>
        `${plural(regions, 'region')} found, and left out by ${names.join(' and ')}.`;
      return {
        terminal: left(by.map(([name, value]) => `--${name.replaceAll('_', '-')} ${value}`)),
        agent: left(by.map(([name, value]) => `${name} ${value}`)),
      };
    },
    fix: () => 'Leave the filter out to see what there is.',
  }),
  below_confidence: kind<{ regions: number; highest: number }>({
    about: 'answer',
    message: ({ regions, highest }) =>
      `${plural(regions, 'region')} left out: the highest confidence is ${highest}.`,
    fix: ({ highest }) => ({
      terminal: `Ask for less: --min-confidence ${highest}`,
      agent: `Ask for less: a min_confidence of ${highest}.`,
    }),
  }),
  more_regions: kind<{ total: number; shown: number }>({
    about: 'answer',
    message: ({ total, shown }) =>
      `${total} regions match; the ${shown} with the highest confidence ${isOrAre(shown)} shown.`,
    fix: ({ total }) => ({
      terminal: `Ask about less of the file, or for more with --max-regions ${total}.`,
      agent: 'Ask about less of the file: name a function as anchor, or give lines.',
    }),
  }),
  /** `path` where another query has all of them. */
  more_dependents: kind<{ total: number; shown: number; path?: string }>({
    about: 'answer',
    message: ({ total, shown }) =>
      `${plural(total, 'dependent')} found; the ${shown} with the highest confidence ${isOrAre(shown)} shown.`,
    fix: ({ total, path }) =>
      path === undefined
        ? {
            terminal: `Name a unit, or ask for more with --max-results ${total}.`,
            agent: 'Name a function as anchor.',
          }
        : { terminal: `All of them: ultragit deps ${path}`, agent: 'All of them: ultragit_deps.' },
  }),
  older_entries: kind<{ direct: number; shown: number; related: number; total: number }>({
    about: 'answer',
    message: ({ direct, shown, related }) =>
      direct > shown
        ? `${direct} entries in all; the newest ${shown} ${isOrAre(shown)} shown.`
        : `${direct} entries, and ${related} that they refer to; not all of those are shown.`,
    fix: ({ total }) => ({
      terminal: `Ask for more: --limit ${total}`,
      agent: `Ask for more: a limit of ${total}.`,
    }),
  }),
  regions_not_followed: kind<{ count: number; path: string }>({
    about: 'answer',
    message: ({ count, path }) =>
      `${plural(count, 'region')} of ${path} ${count === 1 ? 'was' : 'were'} not followed to where the code is today: the file has more annotated lines than are compared.`,
  }),
  units_gone: kind<{ count: number; path: string }>({
    about: 'answer',
    message: ({ count, path }) => {
      const gone = `${plural(count, 'annotated region')} ${isOrAre(count)} no longer in ${path}`;
      return {
        terminal: `${gone}; ultragit read and history still show them.`,
        agent: `${gone}; ultragit_read and ultragit_history still show them.`,
      };
    },
  }),
  files_unread: kind<{ files: readonly string[] }>({
    about: 'answer',
    message: ({ files }) =>
      `${plural(files.length, 'annotated file')} could not be read: ${files.slice(0, MOST_NAMED).join(', ')}.`,
  }),
  answer_trimmed: kind<{ tokens: number; budget: number; fix: string }>({
    about: 'answer',
    message: ({ tokens, budget }) =>
      `The whole answer has about ${tokens} tokens; this is what fits into ${budget}.`,
    fix: ({ tokens, fix }) => ({ terminal: `${fix} All of it: --max-tokens ${tokens}`, agent: fix }),
  }),
  answer_too_large: kind<{ bytes: number; limit: number; fix: string }>({
    about: 'answer',
    message: ({ bytes, limit }) =>
      `The whole answer has ${(bytes / 1_000_000).toFixed(1)} MB; this is what fits into ${limit / 1_000_000} MB.`,
    fix: ({ fix }) => fix,
  }),

  // The settings.
  unknown_setting: kind<{ warning: string }>({ about: 'answer', message: ({ warning }) => warning }),
  ignore_revs_unused: kind<{ file: string; why: 'outside' | 'unreadable' }>({
    about: 'answer',
    message: ({ file, why }) =>
      `blame.ignoreRevsFile names ${file}, which ${UNUSED_FILE[why]}: the commits that it lists count as changes.`,
    fix: ({ why }) =>
      why === 'outside'
        ? 'Copy the file into the repository, or name it in your own config: git config --global blame.ignoreRevsFile <file>'
        : 'Correct the path, or take the setting out of the config.',
  }),
  bad_config: kind<{ problem: string; hint?: Words }>({
    about: 'answer',
    message: ({ problem }) => `${problem} It is left out.`,
    fix: ({ hint }) => hint,
  }),
};

const FIELDS = 'https://github.com/ultragit/ultragit/blob/main/docs/writing.md';

/** How the annotations of a remote come here, as a command to copy. */
function fetchNotes(noteref: string): Exclude<Words, string> {
  const agent =
    noteref === DEFAULT_NOTEREF
      ? 'git ultragit sync --fetch-only'
      : `git ultragit sync --fetch-only --noteref ${noteref}`;
  return { terminal: agent.replace('git ', ''), agent };
}

/** What to do, after a fetch where a remote may have notes that are not here. */
function orFetch(
  remote: string | undefined,
  words: Exclude<Words, string>,
  { noteref = DEFAULT_NOTEREF, others = '' } = {},
): Exclude<Words, string> {
  if (remote === undefined) return words;
  const { terminal, agent } = fetchNotes(noteref);
  const fetch = (command: string) =>
    `Notes are not cloned by default. If ${remote} has some: ${command}${others}`;
  return {
    terminal: `${fetch(terminal)} — ${words.terminal}`,
    agent: `${fetch(agent)} — ${words.agent}`,
  };
}

/** How a first annotation is written, about the file in question, as a command to copy. */
function firstNote(noteref: string, path = 'PATH', what = 'the first'): Exclude<Words, string> {
  const file = path.startsWith('-') ? `./${path}` : path;
  const quoted = /^[\w./@+-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
  // An agent has a shell, in which the program is also a command of git.
  const command =
    noteref === DEFAULT_NOTEREF
      ? `git ultragit annotate ${quoted} --about --intent "…"`
      : `git ultragit annotate ${quoted} --about --intent "…" --noteref ${noteref}`;
  const first = `To write ${what}: ${command}`;
  return {
    terminal: `${first.replace(': git ', ': ')} (a unit of it, and what else to say: ${FIELDS})`,
    agent: first,
  };
}

export type NoticeCode = keyof typeof KINDS;

export const NOTICE_CODES = Object.keys(KINDS) as NoticeCode[];

type FieldsOf<Code extends NoticeCode> = Parameters<(typeof KINDS)[Code]['message']>[0];

/** A notice as data. */
export type Notice = { [Code in NoticeCode]: { code: Code } & FieldsOf<Code> }[NoticeCode];

/** A notice as an answer has it. */
export type NoticeText = { code: string; message: string; fix?: string };

export function sayNotice(notice: Notice, audience: Audience): NoticeText {
  const { code } = notice;
  // TypeScript can't see that the fields of a notice are those of its own row.
  const row = KINDS[code] as Kind<Notice>;
  const fix = row.fix?.(notice);
  const message = wordsFor(audience, row.message(notice));
  return fix === undefined ? { code, message } : { code, message, fix: wordsFor(audience, fix) };
}

/** The notices about one file as the answer has them: those that are said once, once. */
export function sayNotices(notices: readonly Notice[], audience: Audience): NoticeText[] {
  const last = new Map(notices.map(notice => [notice.code, notice]));
  const said = notices.filter(notice => !KINDS[notice.code].once || last.get(notice.code) === notice);
  return distinct(said.map(notice => sayNotice(notice, audience)));
}

export function isAboutQuestion(code: string): boolean {
  return Object.hasOwn(KINDS, code) && KINDS[code as NoticeCode].about === 'question';
}

/** Units and their files: "connect in src/b.ts". */
export function placesOf(places: readonly { file: string; anchor?: string }[]): string {
  const named = places.map(({ file, anchor }) => (anchor === undefined ? file : `${anchor} in ${file}`));
  return listed([...new Set(named)].slice(0, MOST_NAMED), new Set(named).size);
}

export function wasRenamed({ from, to, commit }: { from: string; to: string; commit: string }): string {
  return `${from} was renamed to ${to} in ${shortId(commit)}.`;
}

/** What became of a file that is not there any more, as a clause without its full stop. */
export function wasDeleted({
  path,
  commit,
  byMerge,
}: {
  path: string;
  commit: string;
  byMerge: boolean;
}): string {
  return byMerge
    ? `${path} went away in a merge after ${shortId(commit)}`
    : `${path} was deleted in ${shortId(commit)}`;
}

function sayAbsent({ word, nearest }: { word: string; nearest: readonly string[] }): string {
  return nearest.length > 0
    ? `No annotation has ${word}; near it: ${nearest.join(', ')}.`
    : `No annotation has ${word}.`;
}

/** "2 on a branch that is not merged, 1 not looked at", the usual reasons first. */
function reasonsOf(notes: readonly { why: LeftOut }[]): string {
  const counts = new Map<LeftOut, number>();
  for (const { why } of notes) counts.set(why, (counts.get(why) ?? 0) + 1);
  const reasons = Object.entries(LEFT_OUT) as [LeftOut, string][];
  return reasons
    .filter(([why]) => counts.has(why))
    .map(([why, words]) => `${counts.get(why)} ${words}`)
    .join(', ');
}

/** What each source has: `refs/notes/ultragit has 3 notes and commit messages have 12 decisions`. */
function countOf(sources: readonly SourceCount[]): string {
  const counts = sources
    .slice(0, MOST_NAMED + 1)
    .map(({ name, size }) =>
      name.startsWith('refs/')
        ? `${name} has ${plural(size, 'note')}`
        : `${name} have ${plural(size, 'decision')}`,
    );
  return [counts.slice(0, -1).join(', '), ...counts.slice(-1)].filter(text => text !== '').join(' and ');
}

/** Notes on commits that own lines in scope come first. */
function hereFirst(notes: readonly UnreadNote[], here: ReadonlySet<string>): UnreadNote[] {
  const isHere = ({ object }: UnreadNote) => here.has(object);
  return [...notes.filter(isHere), ...notes.filter(note => !isHere(note))];
}

function listIds(objects: readonly string[]): string {
  return listed(objects.slice(0, MOST_NAMED).map(shortId), objects.length);
}
