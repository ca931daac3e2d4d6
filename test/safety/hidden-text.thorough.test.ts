// No hidden character leaves the program, wherever it came in and whichever way it goes out.
import { expect, test } from 'vitest';
import { runCommand } from '../support/ask-queries.ts';
import { environment, program, ultragit } from '../support/cli.ts';
import { call, McpProcess } from '../support/mcp-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const RANGES: readonly (readonly [name: string, first: number, last: number])[] = [
  ['C0 controls', 0x01, 0x08],
  ['C0 controls behind the line feed', 0x0b, 0x1f],
  ['delete and C1 controls', 0x7f, 0x9f],
  ['soft hyphen', 0xad, 0xad],
  ['combining grapheme joiner', 0x34f, 0x34f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['Hangul fillers', 0x115f, 0x1160],
  ['Hangul filler', 0x3164, 0x3164],
  ['halfwidth Hangul filler', 0xffa0, 0xffa0],
  ['Khmer inherent vowels', 0x17b4, 0x17b5],
  ['Mongolian selectors', 0x180b, 0x180f],
  ['zero width and marks', 0x200b, 0x200f],
  ['separators and bidi', 0x2028, 0x202e],
  ['word joiner, invisible operators, isolates', 0x2060, 0x206f],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff, 0xfeff],
  ['interlinear annotation', 0xfff9, 0xfffb],
  ['shorthand format controls', 0x1bca0, 0x1bca3],
  ['musical format controls', 0x1d173, 0x1d17a],
  ['tags', 0xe0001, 0xe007f],
  ['more variation selectors', 0xe0100, 0xe01ef],
];

/** Every one of them, each behind a letter, so that none is at the edge of a word. */
const characters = RANGES.flatMap(([, first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);
/** Not too long for a file's name. */
const some = RANGES.map(([, first]) => String.fromCodePoint(first));
const EVIL = `e${some.map(character => `${character}v`).join('')}`;
const ALL = `a${characters.map(character => `${character}l`).join('')}`;
const OWN = /\r\x1b\[K|\x1b\[[0-9;]*m|\x1b\]8;;[\x20-\x7e]*\x1b\\/g;

/** The names of what a text must not have; of JSON, in its texts. */
function hiddenIn(text: string): string[] {
  const shown = text.replace(OWN, '');
  const known = RANGES.filter(([, first, last]) =>
    [...shown].some(character => {
      const code = character.codePointAt(0) ?? 0;
      return code >= first && code <= last;
    }),
  );
  return known.map(([name]) => name);
}

function textsOf({ stdout, stderr }: { stdout: string; stderr: string }): string {
  const said = [stdout, stderr];
  if (/^\s*\{/.test(stdout)) {
    JSON.parse(stdout, (key, value: unknown) => {
      said.push(key, typeof value === 'string' ? value : '');
      return value;
    });
  }
  return said.join('\n');
}

const NAME = 'n\u3164a\u115fm\u{e0101}e';

async function hostileNames(): Promise<Repository> {
  const repo = await buildRepository('unborn');
  repo.git('config', 'user.name', `Eve ${EVIL}`);
  const env = { GIT_AUTHOR_NAME: `Eve ${EVIL}`, GIT_COMMITTER_NAME: `Eve ${EVIL}` };
  Object.assign(repo.env, env);
  const code = `function ${NAME}() {\n  return 1;\n}\nclass A {\n  '${EVIL}'(x${'\u202e'}) {}\n}\n`;
  const file = `src/${EVIL}.js`;
  repo.commit(
    `Subject ${ALL}\n\nBody ${ALL} of a length that is worth a quote, because it explains the line.`,
    {
      [file]: code,
      'src/a.js': code,
      'plain.xyz': `text ${EVIL}\n`,
    },
  );
  const said = { intent: ALL, reasoning: ALL, constraints: [ALL], risk_notes: ALL, tags: [ALL] };
  repo.annotate('HEAD', {
    schema: 'ultragit/v1',
    context_level: 'enhanced',
    task: ALL,
    regions: [
      ...[file, 'src/a.js', 'plain.xyz'].map(path => ({
        ...{ file: path, ast_anchor: { unit_type: ALL, name: NAME, signature: ALL }, ...said },
        rejected_alternatives: [{ approach: ALL, reason: ALL }],
        semantic_dependencies: [
          { file: 'src/a.js', anchor: EVIL, nature: ALL },
          { file, nature: ALL },
        ],
        related_annotations: [{ commit: EVIL, anchor: `${EVIL}:${EVIL}`, relationship: ALL }],
        corrections: [{ field: 'region', correction_type: 'flag', reason: ALL, author: ALL }],
        author: ALL,
      })),
      { file: 'gone\u202e.js', intent: ALL, [EVIL]: ALL },
    ],
    cross_cutting: [{ description: ALL, regions: [`src/a.js:${EVIL}`, file], tags: [ALL] }],
    [EVIL]: ALL,
  });
  repo.write('src/a.js', `${code}// more\n`);
  return repo;
}

const FILE = `src/${EVIL}.js`;
const COMMANDS: readonly string[][] = [
  ...[FILE, 'src/a.js', 'plain.xyz', `src/none${EVIL}.js`].flatMap(path => [
    ['read', path],
    ['read', path, NAME],
    ['read', path, `x${EVIL}`],
    ['summary', path],
    ['deps', path],
    ['deps', path, EVIL],
    ['history', path],
    ['why', `${path}:1`],
  ]),
  ['summary', '.'],
  ['search', 'all'],
  ['search', `none${EVIL}`],
  ['read', 'src/a.js', '--since', EVIL],
  ['read', 'src/a.js', '--rev', EVIL],
  ['read', 'src/a.js', '--tags', EVIL],
  ['read', 'src/a.js', '--noteref', EVIL],
  ['read', 'src/a.js', '--lines', EVIL],
  ['read', 'src/a.js', '--repo', EVIL],
];
const FORMATS = [
  ['--format', 'json'],
  ['--format', 'markdown'],
  ['--format', 'pretty', '--color', 'always', '--verbose'],
];

test.each(FORMATS)('no query shows a hidden character: %s %s', async (...format) => {
  const repo = await hostileNames();
  const found: object[] = [];
  for (const args of COMMANDS) {
    const hidden = hiddenIn(textsOf(await runCommand(repo, [...args, ...format])));
    if (hidden.length > 0) found.push({ args: args.map(encodeURIComponent), hidden });
  }
  expect(found).toEqual([]);
});

test('no tool shows one, nor does an error of the protocol', async () => {
  const repo = await hostileNames();
  const server = new McpProcess(environment(), [], {
    cwd: repo.path,
    program: { command: process.execPath, args: [program, 'mcp', 'start'] },
  });
  const asked = [FILE, 'src/a.js', 'none'].flatMap((path, at) =>
    ['read', 'deps', 'history', 'summary'].flatMap((tool, number) => [
      call(`${at} ${number}`, `ultragit_${tool}`, { path }),
      call(`${at} ${number} anchor`, `ultragit_${tool}`, { path, anchor: EVIL, since: EVIL }),
    ]),
  );
  asked.push(call('tool', EVIL), { jsonrpc: '2.0', id: 'method', method: EVIL });
  const replies = [];
  for (const message of asked) replies.push(await server.request(message));
  const texts = replies.flatMap(({ result, error }) => [error?.message ?? '', JSON.stringify(result ?? '')]);
  expect(texts.flatMap(text => hiddenIn(textsOf({ stdout: text, stderr: '' })))).toEqual([]);
  expect(texts.join()).toContain('Unknown tool: e');
  await server.end();
});

const OTHERS: readonly string[][] = [
  ['validate'],
  ['validate', '--json'],
  ['validate', EVIL],
  ['doctor'],
  ['doctor', '--json'],
  ['setup', '--dry-run'],
  ['setup', '--dry-run', EVIL],
  ['annotate', '--draft'],
  ['annotate', '--draft', EVIL],
  ['annotate', '--file', FILE, '--intent', ALL, '--dry-run'],
  ['correct', FILE, NAME, '--flag', '--reason', ALL, '--dry-run'],
  ['sync', EVIL],
  ['carry', EVIL, '--dry-run'],
  ['mcp', 'install', '--dry-run', '--host', EVIL],
  ['mcp', 'install', '--dry-run', '--config', `x${EVIL}.json`],
  ['mcp', 'status', '--json'],
  ['mcp', 'status'],
  ['mcp', 'uninstall', '--config', `x${EVIL}.json`],
  ['help', EVIL],
  [EVIL],
  ['read', `--${EVIL}`],
];

test('no other command shows one, nor does an error', async () => {
  const repo = await hostileNames();
  repo.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { ultragit: { command: EVIL, args: [EVIL], env: { [EVIL]: EVIL } } } }),
  );
  const found = OTHERS.flatMap(args => {
    const hidden = hiddenIn(textsOf(ultragit(repo, args)));
    return hidden.length > 0 ? [{ args: args.map(encodeURIComponent), hidden }] : [];
  });
  expect(found).toEqual([]);
});

/** As TOML writes it: control characters stand as escapes there. */
const IN_TOML = [...EVIL]
  .map(character => `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`)
  .join('');

test.each([
  ['a key', `[ultragit]\n"${IN_TOML}" = 1\n`],
  ['a value', `[ultragit]\nnoteref = "${IN_TOML}"\n`],
  ['a pattern', `[ultragit.scope]\ninclude = ["${IN_TOML}["]\nexclude = ["${IN_TOML}{"]\n`],
  ['a number', `[ultragit.read]\ndefault_max_regions = "${IN_TOML}"\n`],
  ['bad syntax', `[ultragit]\n${EVIL} = = \n`],
])('a config file comes back clean: %s', async (_what, toml) => {
  const repo = await hostileNames();
  repo.write('.ultragit-config.toml', toml);
  for (const format of FORMATS) {
    expect(hiddenIn(textsOf(await runCommand(repo, ['read', 'src/a.js', ...format])))).toEqual([]);
  }
});

test('what a registered server says on stderr comes back clean', async () => {
  const repo = await hostileNames();
  const script = `process.stderr.write(${JSON.stringify(ALL)}); process.exit(1)`;
  const entry = { command: process.execPath, args: ['-e', script] };
  repo.write('.mcp.json', JSON.stringify({ mcpServers: { ultragit: entry } }));
  for (const format of [['--json'], []]) {
    const run = ultragit(repo, ['mcp', 'status', '--trust', ...format]);
    expect(run.stdout).toContain('failed');
    expect(run.stdout.replace(/\s+/g, '')).toContain('llllllllll');
    expect(hiddenIn(textsOf(run))).toEqual([]);
  }
});
