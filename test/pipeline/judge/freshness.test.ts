// Is it still true? A region, the commits after it, and what is said of them. The marked lines are annotated.
import { describe, expect, test } from 'vitest';
import { ask, note } from '../../support/ask.ts';
import { linesOf, rangeOf } from '../../support/pictures.ts';
import { buildRepository, type Repository } from '../../support/repository.ts';

type Case = {
  file?: string;
  before: string;
  /** The file after each later commit, by the commit's message. */
  commits?: Record<string, string>;
  /** The file on disk, where it differs from the last commit. */
  onDisk?: string;
  /** Messages of commits that `.git-blame-ignore-revs` names. */
  ignored?: string[];
};

/** A case, and what became of the region in one line, as `say` puts it. */
type Row = Case & { name: string; says: string };

const text = (picture: string) =>
  Buffer.from(
    linesOf(picture)
      .map(line => `${line}\n`)
      .join(''),
    'latin1',
  );

/** "edited 2 of 6, lines 3:8, by Second and First, uncommitted" */
async function say(repo: Repository, file: string, lines?: string): Promise<string> {
  const { regions } = await ask(repo, file, { lines });
  expect(regions).toHaveLength(1);
  const { freshness, current_lines: now } = regions[0]!;
  const { state, changed, by, uncommitted } = freshness;
  return [
    changed === undefined ? state : `${state} ${changed}`,
    ...(now ? [`lines ${now.start}:${now.end}`] : []),
    ...(freshness.reindented_lines ? [`${freshness.reindented_lines} reindented`] : []),
    ...(by ? [`by ${by.map(name => name.replace(/^\w+ /, '')).join(' and ')}`] : []),
    ...(uncommitted ? ['uncommitted'] : []),
  ].join(', ');
}

async function build({
  file = 'a.js',
  before,
  commits = {},
  onDisk,
  ignored = [],
}: Case): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  const annotated = repo.commit('Write it', { [file]: text(before) });
  repo.annotate(annotated, note({ file, lines: rangeOf(before) }));
  const ids = new Map<string, string>();
  for (const [message, after] of Object.entries(commits)) {
    ids.set(message, repo.commit(message, { [file]: text(after) }));
  }
  if (onDisk !== undefined) repo.write(file, text(onDisk));
  const lines = ignored.map(message => `${ids.get(message)}\n`);
  if (lines.length > 0) repo.write('.git-blame-ignore-revs', lines.join(''));
  return repo;
}

function rows(table: readonly Row[]): void {
  for (const row of table) {
    test(row.name, async () => {
      const repo = await build(row);
      expect(await say(repo, row.file ?? 'a.js')).toBe(row.says);
    });
  }
}

const connect = `
  : const zero = 0;
  | function connect(host) {
  |   const socket = open(host);
  |   socket.timeout = 30;
  |   socket.on('error', fail);
  |   return socket;
  | }
  : const omega = 1;
`;

/** A picture with some of its text replaced; nothing instead of a text takes its line out. */
function edit(picture: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((all, [from, to]) => {
    expect(all).toContain(from);
    if (to !== '') return all.replace(from, to);
    const rest = all.split('\n').filter(line => !line.includes(from));
    return rest.join('\n');
  }, picture);
}

describe('state', () => {
  rows([
    { name: 'intact: nothing was committed since', before: connect, says: 'intact, lines 2:7' },
    {
      name: 'intact: other lines changed',
      before: connect,
      commits: { Elsewhere: edit(connect, { 'zero = 0;': 'zero = [\n  : 0,\n  : ];' }) },
      says: 'intact, lines 4:9',
    },
    {
      name: 'intact: a change was taken back',
      before: connect,
      commits: { Change: edit(connect, { '30': '60' }), Revert: connect },
      says: 'intact, lines 2:7',
    },
    {
      name: 'edited: the commit that wrote the new line is named',
      before: connect,
      commits: { 'Wait longer': edit(connect, { '30': '60' }) },
      says: 'edited 1 of 6, lines 2:7, by Wait longer',
    },
    {
      name: 'edited: a line was added',
      before: connect,
      commits: { 'Log it': edit(connect, { '30;': '30;\n  :   log(socket);' }) },
      says: 'edited 1 of 7, lines 2:8, by Log it',
    },
    {
      name: 'gone: the commit that removed it is named',
      before: connect,
      commits: {
        Remove: `
          : const zero = 0;
          : const omega = 1;
        `,
        Later: `
          : const zero = 0;
          : const omega = 2;
        `,
      },
      says: 'gone, by Remove',
    },
  ]);

  test('unknown: the annotated lines are beyond the end of the file', async () => {
    const repo = await build({ before: connect });
    repo.annotate('HEAD', note({ file: 'a.js', lines: { start: 90, end: 95 } }));
    expect(await say(repo, 'a.js')).toBe('unknown');
  });

  test('unknown: the annotation has no lines', async () => {
    const repo = await build({ before: connect });
    repo.annotate('HEAD', note({ file: 'a.js' }));
    expect(await say(repo, 'a.js')).toBe('unknown');
  });
});

const six = ['one', 'two', 'three', 'four', 'five', 'six'];
const list = (edited: number) =>
  ['start', ...six.flatMap((word, at) => [at < edited ? `other_${at}` : word, `after_${word}`])]
    .map(word => `| ${word}();`)
    .join('\n');

describe('which commits are named', () => {
  rows([
    {
      name: 'all that wrote lines of it, the newest first',
      before: connect,
      commits: {
        First: edit(connect, { '30': '60' }),
        Elsewhere: edit(connect, { '30': '60', omega: 'psi' }),
        Second: edit(connect, { '30': '60', omega: 'psi', 'open(host)': 'dial(host)' }),
      },
      says: 'edited 2 of 6, lines 2:7, by Second and First',
    },
    {
      name: 'three at most',
      before: list(0),
      commits: Object.fromEntries(six.map((word, at) => [word, list(at + 1)])),
      says: 'edited 6 of 13, lines 1:13, by six and five and four',
    },
    {
      name: 'where lines were only taken out, the commit that took them out',
      before: connect,
      commits: {
        'Take it out': edit(connect, { 'socket.timeout': '' }),
        Elsewhere: edit(connect, { 'socket.timeout': '', omega: 'psi' }),
      },
      says: 'edited 1 of 6, lines 2:6, by Take it out',
    },
    {
      name: 'where lines were written and taken out, the commit that wrote them: blame knows no other',
      before: connect,
      commits: {
        'Take it out': edit(connect, { 'socket.timeout': '' }),
        'Dial instead': edit(connect, { 'socket.timeout': '', 'open(host)': 'dial(host)' }),
      },
      says: 'edited 2 of 6, lines 2:6, by Dial instead',
    },
    {
      name: 'nobody for lines on disk only: they are uncommitted',
      before: connect,
      onDisk: edit(connect, { '30': '60' }),
      says: 'edited 1 of 6, lines 2:7, uncommitted',
    },
    {
      name: 'a line taken out on disk only',
      before: connect,
      onDisk: edit(connect, { 'socket.timeout': '' }),
      says: 'edited 1 of 6, lines 2:6, uncommitted',
    },
    {
      name: 'a commit, and lines on disk',
      before: connect,
      commits: { First: edit(connect, { '30': '60' }) },
      onDisk: edit(connect, { '30': '60', 'open(host)': 'dial(host)' }),
      says: 'edited 2 of 6, lines 2:7, by First, uncommitted',
    },
    {
      name: 'a long first line of a message, cut at 200 characters',
      before: connect,
      commits: { [`${'x'.repeat(199)}yz`]: edit(connect, { '30': '60' }) },
      says: `edited 1 of 6, lines 2:7, by ${'x'.repeat(199)}y`,
    },
  ]);
});

test('commits are named for changes outside of the lines that are asked about, too', async () => {
  const commits = { 'Log it': edit(connect, { '30;': '30;\n  :   log(socket);' }) };
  const repo = await build({ before: connect, commits });
  expect(await say(repo, 'a.js', '2')).toBe('edited 1 of 7, lines 2:8, by Log it');
});

const loop = `
  | def count(items):
  |     n = 0
  |     for item in items:
  |         n += 1
  |     return n
`;

describe('white space', () => {
  rows([
    {
      name: 'where indentation is syntax, a line that moved into a block changed',
      file: 'count.py',
      before: loop,
      commits: { 'Return early': edit(loop, { '    return': '        return' }) },
      says: 'edited 1 of 5, lines 1:5, by Return early',
    },
    {
      name: 'elsewhere it did not, and the answer says that it moved',
      file: 'count.rb',
      before: loop,
      commits: { 'Return early': edit(loop, { '    return': '        return' }) },
      says: 'intact, lines 1:5, 1 reindented',
    },
    {
      name: 'a block that moved in as a whole did not change, even where indentation is syntax',
      file: 'count.py',
      before: loop,
      commits: { 'Make it a method': `: class Counter:\n${loop.trimEnd().replaceAll('| ', '|     ')}` },
      says: 'intact, lines 2:6',
    },
    {
      name: 'inside a line it may be inside a string',
      before: "| log('a b');",
      commits: { Join: "| log('ab');" },
      says: 'edited 1 of 1, lines 1:1, by Join',
    },
  ]);
});

const quoted = `
  | const names = ["alpha", "beta"]
  | const paths = names.map(name => join("src", name))
  | export { names, paths }
`;
const formatted = `
  | const names = ['alpha', 'beta'];
  | const paths = names.map(name =>
  |   join('src', name),
  | );
  | export { names, paths };
`;

describe('commits that blame ignores', () => {
  rows([
    {
      name: 'a formatter that is not ignored edited it',
      before: quoted,
      commits: { Format: formatted },
      says: 'edited 5 of 5, lines 1:5, by Format',
    },
    {
      name: 'one that is ignored did not',
      before: quoted,
      commits: { Format: formatted },
      ignored: ['Format'],
      says: 'intact, lines 1:5',
    },
    {
      name: 'a change after it still counts, and only that',
      before: quoted,
      commits: { Format: formatted, 'Rename a directory': edit(formatted, { "'src'": "'library'" }) },
      ignored: ['Format'],
      says: 'edited 1 of 5, lines 1:5, by Rename a directory',
    },
    {
      name: 'lines without words that were deleted are gone, whatever else is ignored',
      before: `
        : const zero = 0;
        | {
        | }
        : const one = 1;
      `,
      commits: { Drop: ': const zero = 0;\n: const one = 1;', Other: ': const zero = 0;\n: const one = 2;' },
      ignored: ['Other'],
      says: 'gone',
    },
  ]);
});
