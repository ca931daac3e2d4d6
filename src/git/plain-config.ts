/**
 * Whether git reads a repository's config without a complaint, and finds nothing in it that changes where the
 * repository is or how it is stored. Whatever is not known here to be harmless is for git to judge.
 */

const CONTROL = /[^\t\n\r\x20-\x7e\x80-\uffff]/;
const EMPTY = /^[ \t]*([#;].*)?$/;
const SECTION = /^[ \t]*\[([A-Za-z0-9-]+)(?:[ \t]+"([^"\\]*)")?\][ \t]*$/;
/** Quotes come in pairs, and nothing is escaped or goes on in the next line. */
const SETTING = /^[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*=((?:[^"\\]|"[^"\\]*")*)$/;

/** Sections that git does not look into to find a repository; a * stands for those with a name of their own only. */
const UNREAD = new Set(
  'remote* branch* submodule submodule* ultragit notes notes* blame gui lfs lfs* merge merge* pull rebase rerere gc maintenance commit tag gpg gpg* diff diff* log fetch receive filter* credential credential* http http* url* init'.split(
    ' ',
  ),
);

const SWITCH = /^(true|false)$/;
const TEXT = /^[^~]/;
const CORE: Readonly<Record<string, RegExp>> = {
  repositoryformatversion: /^0$/,
  bare: /^false$/,
  logallrefupdates: /^(true|false|always)$/,
  autocrlf: /^(true|false|input)$/,
  eol: /^(lf|crlf|native)$/,
  hookspath: TEXT,
  editor: TEXT,
  sshcommand: TEXT,
  ...Object.fromEntries(
    'filemode ignorecase precomposeunicode symlinks trustctime quotepath sparsecheckout sparsecheckoutcone fsmonitor untrackedcache longpaths protectntfs protecthfs commitgraph'
      .split(' ')
      .map(name => [name, SWITCH]),
  ),
};
const PERSON = new Set(['name', 'email', 'signingkey']);

/** What one line does: opens a section, sets something in it, or nothing; undefined where it is not known. */
type Line = { section: string } | { key: string; value: string } | 'nothing';

export function isPlainConfig(text: string): boolean {
  if (CONTROL.test(text)) return false;
  let section = '';
  let hasFormat = false;
  for (const line of text.split(/\r?\n/).map(readLine)) {
    if (line === undefined) return false;
    if (line === 'nothing') continue;
    if ('section' in line) section = line.section;
    else if (!isHarmless(section, line.key, line.value)) return false;
    else hasFormat ||= section === 'core' && line.key === 'repositoryformatversion';
  }
  return hasFormat;
}

function readLine(line: string): Line | undefined {
  if (EMPTY.test(line)) return 'nothing';
  const [, section, own] = SECTION.exec(line) ?? [];
  if (section !== undefined) return { section: section.toLowerCase() + (own === undefined ? '' : '*') };
  const [, key, value] = SETTING.exec(line) ?? [];
  return key === undefined || value === undefined
    ? undefined
    : { key: key.toLowerCase(), value: value.trim() };
}

function isHarmless(section: string, key: string, value: string): boolean {
  if (section === 'core') return CORE[key]?.test(value) === true;
  return section === 'user' ? PERSON.has(key) : UNREAD.has(section);
}
