// Text of notes, files and histories is untrusted: no regular expression may take a square of its length.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const src = join(dirname(fileURLToPath(import.meta.url)), '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));

type Pattern = { file: string; source: string; flags: string };

/** What runs on text that nobody else wrote, or that is short: each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  '/^ {2}(\\S.*?)(?: {2,}| +(?=# ))(?:# )?(\\S.*)$/': 'our own help',
  '/^(-?[a-z]*r[a-z]*|--raw-control-chars)$/i': "the user's own pager",
  '/[\\ud800-\\udbff]?\\S*$/': 'a text that was cut to a few hundred characters',
  '/^(.*?\\S)(?:\\s+|::)(\\S+)$/': "a flag of the caller's own command",
};

/** Where expressions are put together from parts: those of a module are made when it is loaded, and seen there. */
const MADE_WHEN_LOADED = [
  'annotation/messages/body-noise.ts',
  'annotation/messages/subject-noise.ts',
  'annotation/decisions/vocabulary.ts',
  'host-markup.ts',
  'git/date-meant.ts',
  'git/run/writing.ts',
  'render/markdown.ts',
];
/** From a name or a word of a question, each character of which stands for itself. */
const MADE_OF_WORDS = ['pipeline/following/clues.ts', 'query/search/terms.ts', 'query/search/scan.ts'];

function literalsIn(file: string, text: string): { patterns: Pattern[]; makes: boolean } {
  const patterns: Pattern[] = [];
  let makes = false;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (type === 'Literal' && regex) patterns.push({ file, source: regex.pattern, flags: regex.flags });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') makes = true;
    for (const [key, inner] of Object.entries(node)) if (key !== 'regex') visit(inner);
  };
  visit(parseSync(file, text).program);
  return { patterns, makes };
}

/** Those that a repeated character makes slow, but for the allowed ones. */
function slowOf(patterns: readonly Pattern[]): string[] {
  const slow = patterns.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0);
  const named = slow.map(({ file, source, flags }) => ({ file, text: `/${source}/${flags}` }));
  return named.filter(({ text }) => ALLOWED[text] === undefined).map(({ file, text }) => `${file}: ${text}`);
}

const found = files.map(file => ({ file, ...literalsIn(file, readFileSync(join(src, file), 'utf8')) }));

test('no regular expression backtracks over a run of one character', () => {
  const patterns = found.flatMap(item => item.patterns);
  expect(patterns.length).toBeGreaterThan(600);
  expect(slowOf(patterns)).toEqual([]);
  const all = new Set(patterns.map(({ source, flags }) => `/${source}/${flags}`));
  expect(Object.keys(ALLOWED).filter(text => !all.has(text))).toEqual([]);
});

test('the check sees what it is for', () => {
  const text =
    'a.replace(/\\s+$/, "").replace(/[\\0\\s]+$/, ""); /(a+)+b/.test(x); /^\\s*(?:x)?\\s*$/; /\\.+$/u;';
  expect(slowOf(literalsIn('some.ts', text).patterns)).toEqual([
    'some.ts: /\\s+$/',
    'some.ts: /[\\0\\s]+$/',
    'some.ts: /(a+)+b/',
    'some.ts: /^\\s*(?:x)?\\s*$/',
    'some.ts: /\\.+$/u',
  ]);
  expect(slowOf(literalsIn('some.ts', '/(?<!\\s)\\s+$/; /\\s+/g; /^\\s+/').patterns)).toEqual([]);
});

test('expressions that are put together are made where they are looked at', () => {
  const makers = found.filter(({ makes }) => makes).map(({ file }) => file);
  expect(makers.sort()).toEqual([...MADE_WHEN_LOADED, ...MADE_OF_WORDS].sort());
});

test('those that a module puts together do not backtrack either', async () => {
  const made: Pattern[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]: [string, string | undefined]) {
      const expression = new target(pattern, flags);
      made.push({ file: 'made', source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    for (const file of MADE_WHEN_LOADED) await import(join(src, file));
  } finally {
    globalThis.RegExp = Original;
  }
  expect(made.length).toBeGreaterThanOrEqual(MADE_WHEN_LOADED.length);
  expect(slowOf(made)).toEqual([]);
});
