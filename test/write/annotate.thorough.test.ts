// What a person or an agent says is checked, completed, merged into the note, and shown as read shows it.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environment, program, ultragit } from '../support/cli.ts';
import type { Repository } from '../support/repository.ts';
import { annotate, CLIENT, contentsOf, IDENTITY, noteOn, REF, readJson, smallRepository } from './support.ts';

const file = 'src/client.ts';
const region = { file, ast_anchor: { name: 'connect' }, intent: 'Opens the session.' };
const error = ({ stderr }: { stderr: string }) => stderr.replace(/[0-9a-f]{12}/g, '<id>');

test('from nothing to a first annotation in one command, seen in read with its lines', async () => {
  const repo = await smallRepository();
  const run = annotate(repo, [file, 'helper', '--about', '--intent', 'Counts to one.']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain('Counts to one.');
  expect(readJson(repo, file, 'helper').regions).toMatchObject([
    { freshness: { state: 'intact' }, intent: 'Counts to one.' },
  ]);
});

test('the note has what a program knows better: unit, signature, lines, commit, time', async () => {
  const repo = await smallRepository();
  const head = repo.git('rev-parse', 'HEAD');
  annotate(repo, [], region);
  expect(noteOn(repo)).toEqual({
    $schema: 'urn:ultragit:note-v1',
    schema: 'ultragit/v1',
    commit: head,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    context_level: 'enhanced',
    regions: [
      {
        file,
        ast_anchor: {
          unit_type: 'method',
          name: 'Client::connect',
          signature: 'connect(retries: number): void',
        },
        lines: { start: 2, end: 4 },
        intent: 'Opens the session.',
        author: 'Ada',
      },
    ],
    provenance: { operation: 'initial' },
  });
  expect(repo.git('log', '-1', '--format=%an <%ae>, %s', REF)).toBe(
    `Ada <ada@example.com>, Annotate ${head.slice(0, 12)}: Client::connect in src/client.ts`,
  );
});

test('all flags are in the note, and read shows them', async () => {
  const repo = await smallRepository();
  const run = annotate(repo, [
    ...['src/client.ts::Client.connect', '--intent', 'Opens.', '--constraint', 'One', '--constraint', 'Two'],
    ...['--rejected', 'pooling | too slow', '--rejected', 'nothing', '--why', 'W', '--risk', 'R'],
    ...['--relies-on', 'src/client.ts open — may be called twice', '--relies-on', 'README.txt - is there'],
    ...['--tag', 'a,b', '--tag', 'c', '--thread', 'T'],
  ]);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(noteOn(repo).regions[0]).toMatchObject({
    constraints: [
      { text: 'One', source: 'author' },
      { text: 'Two', source: 'author' },
    ],
    reasoning: 'W',
    rejected_alternatives: [{ approach: 'pooling', reason: 'too slow' }, { approach: 'nothing' }],
    risk_notes: 'R',
    open_threads: ['T'],
    semantic_dependencies: [
      { file, anchor: 'Client::open', nature: 'may be called twice' },
      { file: 'README.txt', nature: 'is there' },
    ],
    tags: ['a', 'b', 'c'],
  });
  expect(run.stdout).toContain('pooling — too slow');
});

test('what could fool a reader’s eye is not written, however it comes in', async () => {
  const repo = await smallRepository();
  const text = 'red \x1b[31m and \u202e turned';
  annotate(repo, [file, 'connect', '--intent', text]);
  annotate(repo, [], { file, intent: text });
  ultragit(repo, ['correct', file, 'connect', '--flag', '--reason', text], { env: IDENTITY });
  expect(noteOn(repo).regions.map(({ intent }) => intent)).toEqual([
    'red [31m and  turned',
    'red [31m and  turned',
  ]);
  expect(noteOn(repo).regions[0]?.corrections).toMatchObject([{ reason: 'red [31m and  turned' }]);
});

test.each([
  ['one region', region],
  ['a list', [region]],
  ['a whole note', { schema: 'ultragit/v1', regions: [region] }],
  ['a note without its schema', { regions: [region] }],
  [
    'a text with what a reader mends',
    `{"file":"${file}","ast_anchor":"connect","intent":"Opens the session.",}`,
  ],
])('%s on stdin', async (_what, input) => {
  const repo = await smallRepository();
  expect(annotate(repo, [], input)).toMatchObject({ status: 0 });
  expect(noteOn(repo).regions).toMatchObject([{ file, lines: { start: 2, end: 4 }, intent: region.intent }]);
});

test('lines alone get the unit around them; a file alone is the whole of it', async () => {
  const repo = await smallRepository();
  annotate(
    repo,
    [],
    [
      { file, lines: { start: 3, end: 3 }, intent: 'One line.' },
      { file, intent: 'All of it.' },
    ],
  );
  const [one, all] = noteOn(repo).regions;
  expect(one).toMatchObject({ ast_anchor: { name: 'Client::connect' }, lines: { start: 3, end: 3 } });
  expect(all).toEqual({ file, intent: 'All of it.', author: 'Ada' });
});

describe('draft, fill, pipe back', () => {
  test('a draft has the units that the commit changed, and the fields to fill in', async () => {
    const repo = await smallRepository();
    const draft = JSON.parse(annotate(repo, ['--draft']).stdout) as { regions: Record<string, unknown>[] };
    expect(draft).toEqual({
      schema: 'ultragit/v1',
      commit: repo.git('rev-parse', 'HEAD'),
      regions: [
        {
          file,
          ast_anchor: { unit_type: 'method', name: 'Client::connect' },
          intent: '',
          constraints: [],
          reasoning: '',
          rejected_alternatives: [],
          risk_notes: '',
        },
      ],
    });
    const [first] = draft.regions;
    repo.commit('Something else', { 'README.txt': 'two\n' });
    const filled = { ...draft, regions: [{ ...first, intent: 'Opens.', constraints: ['Once only.'] }] };
    expect(annotate(repo, [], filled)).toMatchObject({ status: 0, stderr: '' });
    expect(noteOn(repo, 'HEAD~').regions).toMatchObject([{ intent: 'Opens.' }]);
    const again = annotate(repo, ['HEAD~', '--draft']);
    expect(JSON.parse(again.stdout)).toMatchObject({ regions: [] });
    expect(again.stderr).toBe('Note: 1 unit left out: annotated on this commit already.\n');
  });

  test('units that nobody filled in are left out; when none is, that is said', async () => {
    const repo = await smallRepository();
    const draft = annotate(repo, ['HEAD~', '--draft']).stdout;
    const { regions, ...rest } = JSON.parse(draft) as { regions: { file: string }[] };
    expect(regions.map(item => item.file)).toEqual(['README.txt', file, file, file, file]);
    expect(error(annotate(repo, [], draft))).toMatch(
      /^ultragit: There is nothing to write: no region says anything\./,
    );
    const some = regions.map((item, at) => (at === 0 ? { ...item, intent: 'Says one.' } : item));
    expect(annotate(repo, [], { ...rest, regions: some })).toMatchObject({ status: 0 });
    expect(noteOn(repo, 'HEAD~').regions).toMatchObject([{ file: 'README.txt', intent: 'Says one.' }]);
  });

  test('a class is drafted where something of it changed that is in none of its members', async () => {
    const repo = await smallRepository();
    repo.commit('Add a field', { [file]: CLIENT.replace('{\n  connect', '{\n  retries = 3;\n\n  connect') });
    repo.commit('Remove it', { [file]: CLIENT });
    const names = (rev: string) => {
      const { regions } = JSON.parse(annotate(repo, [rev, '--draft']).stdout) as ReturnType<typeof noteOn>;
      return regions.map(({ ast_anchor: anchor }) => anchor?.name);
    };
    expect(names('HEAD~')).toEqual(['Client']);
    expect(names('HEAD')).toEqual(['Client']);
  });
});

test.each(['HEAD~1', 'main~1'])(
  'a note that says it is about %s is written there, and nowhere else',
  async commit => {
    const repo = await smallRepository();
    repo.git('checkout', '-q', '-B', 'main');
    const note = { schema: 'ultragit/v1', commit, regions: [{ file, intent: 'x' }] };
    expect(annotate(repo, [], note)).toMatchObject({ status: 0 });
    expect(noteOn(repo, 'HEAD~1').regions).toHaveLength(1);
    expect(error(annotate(repo, ['HEAD', '--about'], note))).toMatch(
      /^ultragit: The input is about <id>, not <id>/,
    );
    expect(error(annotate(repo, [], { ...note, commit: 'v9' }))).toMatch(
      /^ultragit: There is no commit v9 here/,
    );
  },
);

test('a merge is compared with its first parent', async () => {
  const repo = await smallRepository();
  const main = repo.git('rev-parse', '--abbrev-ref', 'HEAD');
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit('Side', { 'side.ts': 'export function side(): void {}\n' });
  repo.git('checkout', '-q', main);
  repo.commit('Main', { 'main.ts': 'export function main(): void {}\n' });
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
  expect(annotate(repo, ['side.ts', 'side', '--intent', 'S'])).toMatchObject({ status: 0 });
  expect(error(annotate(repo, ['main.ts', 'main', '--intent', 'M']))).toMatch(
    /does not change main in main\.ts/,
  );
});

test('a renamed file is compared with what it was called before', async () => {
  const repo = await smallRepository();
  repo.commit('Rename', { [file]: null, 'src/net.ts': CLIENT.replace('return 1', 'return 2') });
  expect(annotate(repo, ['src/net.ts', 'helper', '--intent', 'H'])).toMatchObject({ status: 0 });
  expect(error(annotate(repo, ['src/net.ts', 'connect', '--intent', 'C']))).toMatch(
    /does not change connect/,
  );
});

describe('refused, with what to do, and nothing is written', () => {
  let made: Promise<Repository> | undefined;
  const unchanged = () => {
    made ??= smallRepository();
    return made;
  };
  const flags = (...args: string[]) => ({ args });
  const json = (input: object | string) => ({ args: [], input });
  test.each<[string, { args: string[]; input?: object | string }, RegExp]>([
    [
      'an unknown unit',
      flags(file, 'conect', '--intent', 'x'),
      /There is no conect in src\/client\.ts at commit <id>\.\n {2}Nearest names: Client::connect/,
    ],
    [
      'outside of the diff',
      flags(file, 'helper', '--intent', 'x'),
      /The commit <id> does not change helper in src\/client\.ts\.\n.*--about/,
    ],
    [
      'outside of the diff, a file',
      flags('README.txt', '--intent', 'x'),
      /does not change README\.txt\.\n.*--about\n.*<id> is the last that changed README\.txt/,
    ],
    [
      'an empty intent',
      flags(file, 'connect', '--intent', ' ', '--why', 'w'),
      /connect in src\/client\.ts has no intent\./,
    ],
    ['no intent in JSON', json({ file, reasoning: 'r' }), /src\/client\.ts has no intent\./],
    [
      'an unknown field',
      json({ ...region, intnt: 'x' }),
      /regions\[0\]\.intnt: unknown field\. Did you mean "intent"\?/,
    ],
    [
      'an unknown field of an item',
      json({ ...region, rejected_alternatives: [{ approach: 'a', resson: 'b' }] }),
      /rejected_alternatives\[0\]\.resson: unknown field\. Did you mean "reason"\?/,
    ],
    [
      'an unknown field of the note',
      json({ regions: [region], sumary: 'x' }),
      /sumary: unknown field\. Did you mean "summary"\?/,
    ],
    [
      'a value of the wrong type',
      json({ ...region, constraints: [7] }),
      /constraints\[0\]: not an object, left out\./,
    ],
    [
      'a secret',
      flags(file, 'connect', '--intent', `use ghp_${'a1B2'.repeat(9)}`),
      /What is in intent looks like a GitHub token; nothing was written\./,
    ],
    [
      'a path that is not there',
      flags('src/clint.ts', '--intent', 'x'),
      /src\/clint\.ts is not in the commit <id>\.\n {2}Did you mean src\/client\.ts\?/,
    ],
    ['a path outside', flags('../x', '--intent', 'x'), /Path outside repository: \.\.\/x/],
    ['a binary', flags('logo.bin', '--about', '--intent', 'x'), /logo\.bin is not text/],
    ['a directory', flags('src', '--about', '--intent', 'x'), /src is not a regular file/],
    [
      'lines beyond the end',
      json({ file, lines: { start: 3, end: 99 }, intent: 'x' }),
      /Lines 3:99 are beyond the end: src\/client\.ts has 13 lines\./,
    ],
    [
      'lines outside of the unit',
      json({ ...region, lines: { start: 6, end: 7 } }),
      /Lines 6:7 are outside of Client::connect\.\n {2}Client::connect is at lines 2:4/,
    ],
    [
      'a unit without an outline',
      json({ file: 'README.txt', ast_anchor: { name: 'x' }, intent: 'x' }),
      /There is no outline of README\.txt/,
    ],
    [
      'other code that is not there',
      flags(file, 'connect', '--intent', 'x', '--relies-on', 'src/client.ts opn — x'),
      /There is no opn in src\/client\.ts/,
    ],
    [
      'not JSON',
      json("{'file': 1}"),
      /it is not valid JSON \(line 1, column 2: texts are in double quotes\)/,
    ],
    ['nothing', json(''), /There is nothing to write: the input is empty\./],
    [
      'a field twice',
      json('{"file":"src/client.ts","intent":"a","intent":"b"}'),
      /two fields of one name in one object; nothing was written\./,
    ],
    ['several documents', json('{"file":"a"} {"file":"b"}'), /The input is 2 documents\./],
    [
      'a word too many',
      flags(file, 'connect', 'more', '--intent', 'x'),
      /Name one path and one unit of it\./,
    ],
    [
      'a path without flags',
      flags(file, 'connect'),
      /A path and a unit need something that is said about them\./,
    ],
    [
      'a path with lines alone',
      flags(file, '--lines', '1'),
      /A path and a unit need something that is said about them\..*\n.*--intent/,
    ],
    ['lines twice', flags(`${file}:1`, '--lines', '2', '--intent', 'x'), /The lines are named twice\./],
    ['a commit that is not there', { args: ['nowhere'], input: region }, /There is no commit nowhere here\./],
    [
      'lines of another commit',
      { args: ['HEAD'], input: { commit: '<first>', regions: [region] } },
      /The input is about <id>, not <id>\./,
    ],
  ])('%s', async (_what, { args, input }, message) => {
    const repo = await unchanged();
    const text = JSON.stringify(input)?.replace('<first>', repo.git('rev-parse', 'HEAD~'));
    const given = typeof input === 'object' ? text : input;
    const run = annotate(repo, args, given);
    expect(error(run)).toMatch(message);
    expect(run.stdout).toBe('');
    expect(run.status).toBeGreaterThan(0);
    expect(repo.git('for-each-ref', 'refs/notes')).toBe('');
  });

  test('for a program as JSON', async () => {
    const run = annotate(await unchanged(), [file, 'conect', '--intent', 'x', '--json']);
    expect(run).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      $schema: 'ultragit-error/v1',
      error: { code: 'bad_annotation', hints: ['Nearest names: Client::connect'] },
    });
  });

  test('several at once are told at once', async () => {
    const repo = await unchanged();
    const run = annotate(
      repo,
      [],
      [
        { ...region, intent: '', reasoning: 'r' },
        { file: 'none.ts', intent: 'x' },
      ],
    );
    expect(error(run)).toMatch(
      /^ultragit: 2 of 2 regions can't be written; nothing was\.\n {2}connect .*\n {2}none\.ts /,
    );
  });

  test('what only looks like a secret goes through when that is said', async () => {
    const repo = await smallRepository();
    const args = [file, 'connect', '--intent', 'AKIAIOSFODNN7EXAMPLE is the documented example'];
    expect(annotate(repo, args).stderr).toContain('an AWS access key');
    expect(annotate(repo, [...args, '--allow-secret'])).toMatchObject({ status: 0 });
  });

  test('lines behind the path are the lines that it is about', async () => {
    const repo = await smallRepository();
    repo.commit('Count', { 'a.py': 'def f():\n  return 1\n\ndef g():\n  one = 1\n  return one\n' });
    expect(annotate(repo, ['a.py:5-6', '--intent', 'x'])).toMatchObject({ status: 0, stderr: '' });
    expect(annotate(repo, ['a.py:2', '--intent', 'y'])).toMatchObject({ status: 0, stderr: '' });
    expect(noteOn(repo).regions).toMatchObject([
      { ast_anchor: { name: 'g' }, lines: { start: 5, end: 6 } },
      { ast_anchor: { name: 'f' }, lines: { start: 2, end: 2 } },
    ]);
  });

  test('a region of several of the same name', async () => {
    const repo = await smallRepository();
    repo.commit('Overload', { 'a.py': 'def f():\n  return 1\n\ndef f():\n  return 2\n' });
    expect(error(annotate(repo, ['a.py', 'f', '--intent', 'x']))).toMatch(
      /f may be one of several in a\.py\.\n.*--lines.*: 1:2, 4:5\n/,
    );
    expect(annotate(repo, ['a.py', 'f', '--lines', '4:5', '--intent', 'x'])).toMatchObject({ status: 0 });
  });
});

describe('nothing is overwritten', () => {
  test('another unit joins the note; the same one is refused with what is there', async () => {
    const repo = await smallRepository();
    repo.annotate('HEAD', {
      schema: 'ultragit/v1',
      own: { kept: true },
      regions: [{ file, intent: 'File.', odd: 1 }],
    });
    expect(annotate(repo, [], region)).toMatchObject({ status: 0 });
    expect(noteOn(repo)).toMatchObject({
      own: { kept: true },
      regions: [{ intent: 'File.', odd: 1 }, { intent: region.intent }],
    });
    const before = repo.git('rev-parse', REF);
    const again = annotate(repo, [], { ...region, intent: 'Other.' });
    expect(error(again)).toBe(
      'ultragit: Client::connect in src/client.ts is annotated on <id> already.\n' +
        '  It says: Opens the session.\n  Put yours in its place with --replace.\n',
    );
    expect([again.status, repo.git('rev-parse', REF)]).toEqual([1, before]);
    expect(annotate(repo, ['--replace'], { ...region, intent: 'Other.' })).toMatchObject({ status: 0 });
    expect(noteOn(repo).regions.map(({ intent }) => intent)).toEqual(['File.', 'Other.']);
  });

  test('what stands under another name than its own stays, and goes on being read', async () => {
    const repo = await smallRepository();
    repo.annotate('HEAD', {
      schema: 'ultragit/v1',
      annotations: [{ file, intent: 'First.' }],
      region: { file, intent: 'Passed over.' },
      cross_cutting_concerns: [{ description: 'Old.', regions: [{ file }] }],
    });
    const cross_cutting = [{ description: 'New.', regions: [{ file }] }];
    expect(annotate(repo, [], { regions: [region], cross_cutting })).toMatchObject({ status: 0 });
    expect(noteOn(repo)).toMatchObject({
      regions: [{ intent: 'First.' }, { intent: region.intent }],
      region: { intent: 'Passed over.' },
      cross_cutting: [{ description: 'Old.' }, { description: 'New.' }],
    });
  });

  test('a field that is there under its own name leaves the others alone', async () => {
    const repo = await smallRepository();
    const annotations = [{ file, intent: 'Passed over.' }];
    repo.annotate('HEAD', { schema: 'ultragit/v1', regions: [{ file, intent: 'File.' }], annotations });
    expect(annotate(repo, [], region)).toMatchObject({ status: 0 });
    expect(noteOn(repo)).toMatchObject({ annotations });
  });

  test('another part of the same unit is another region', async () => {
    const repo = await smallRepository();
    const part = (lines: string, ...more: string[]) =>
      annotate(repo, [file, '--about', '--lines', lines, '--intent', `Lines ${lines}.`, ...more]);
    for (const lines of ['2:2', '4:4']) expect(part(lines)).toMatchObject({ status: 0 });
    expect(part('4:4', '--replace')).toMatchObject({ status: 0 });
    expect(noteOn(repo).regions.map(({ intent }) => intent)).toEqual(['Lines 2:2.', 'Lines 4:4.']);
    expect(part('2:4')).toMatchObject({ status: 1 });
  });

  test('two documents that git notes append joined both stay', async () => {
    const repo = await smallRepository();
    const one = JSON.stringify({ schema: 'ultragit/v1', regions: [{ file, intent: 'One.' }] });
    const two = JSON.stringify({ schema: 'ultragit/v1', regions: [{ file: 'README.txt', intent: 'Two.' }] });
    repo.annotate('HEAD', `${one}\n\n${two}\n`);
    expect(annotate(repo, [], region)).toMatchObject({ status: 0 });
    expect(
      readJson(repo, file)
        .regions.map(({ intent }) => intent)
        .sort(),
    ).toEqual(['One.', 'Opens the session.']);
    expect(readJson(repo, 'README.txt').regions.map(({ intent }) => intent)).toEqual(['Two.']);
  });

  test.each([
    ['plain text', 'Reviewed-by: Ada', /is not JSON/],
    ['malformed JSON', '{"schema": "ultragit/v1", "regions": [{]', /is not valid JSON/],
    ['another dialect', '{"schema": "chronicle/v3", "summary": "s"}', /is in the format chronicle\/v3/],
    [
      'JSON with a field twice',
      '{"schema": "ultragit/v1", "regions": [{"file": "a", "intent": "\\":"}], "regions": []}',
      /is JSON with two fields of one name/,
    ],
    ['an unknown schema', '{"schema": "other/v9", "x": 1}', /is in a format that is not known/],
  ])(
    '%s is kept as it is, and that is said; --replace does not change that',
    async (_what, text, message) => {
      const repo = await smallRepository();
      repo.annotate('HEAD', text);
      for (const args of [[], ['--replace']]) {
        const run = annotate(repo, args, region);
        expect(error(run)).toMatch(message);
        expect(run.stderr).toContain('it is kept as it is.');
        expect(run.status).toBe(1);
      }
      expect(repo.git('notes', `--ref=${REF}`, 'show')).toBe(text);
    },
  );

  test('bytes that are no UTF-8 are kept as they are', async () => {
    const repo = await smallRepository();
    const note = Buffer.from('{"schema": "ultragit/v1", "regions": [], "by": "Ren\xe9"}', 'latin1');
    repo.annotate('HEAD', note);
    expect(error(annotate(repo, [], region))).toMatch(/is not UTF-8: it is kept as it is/);
    expect(repo.gitBytes(['notes', `--ref=${REF}`, 'show'])).toEqual(note);
  });

  test('a note that would be too large to be read is not written', async () => {
    const repo = await smallRepository();
    const reasoning = 'x'.repeat(60_000);
    const ten = (about: object) =>
      Array.from({ length: 10 }, (_, at) => ({ ...about, intent: `Part ${at}`, reasoning }));
    expect(annotate(repo, [], ten({ file })).status).toBe(0);
    expect(error(annotate(repo, [], ten(region)))).toMatch(/would be larger than 1 MiB/);
  });
});

test('a dry run shows the same, and changes no file of the repository', async () => {
  const repo = await smallRepository();
  const before = contentsOf(repo.path);
  const dry = annotate(repo, ['--dry-run'], region);
  expect(contentsOf(repo.path)).toEqual(before);
  expect(dry).toMatchObject({ status: 0, stderr: '' });
  const real = annotate(repo, [], region);
  const shown = ({ stdout }: { stdout: string }) => stdout.split('\n').slice(0, -2);
  expect(shown(dry)).toEqual(shown(real));
  expect(dry.stdout).toMatch(
    /\nDry run: nothing was written\. It would be 1 region on [0-9a-f]{12} in refs\/notes\/ultragit\.\n$/,
  );
  expect(real.stdout).toMatch(/\nWritten: 1 region on [0-9a-f]{12} in refs\/notes\/ultragit\.\n$/);
});

test('writing changes the notes ref, its log and objects, and nothing else', async () => {
  const repo = await smallRepository();
  const before = contentsOf(repo.path);
  annotate(repo, [], region);
  const after = contentsOf(repo.path);
  const changed = [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
  const others = changed.filter(name => !/^\.git\/objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name));
  expect(others.sort()).toEqual(['.git/logs/refs/notes/ultragit', '.git/refs/notes/ultragit']);
  expect([...before.keys()].filter(name => !after.has(name))).toEqual([]);
});

test('with flags, stdin is not read: it may be open and stay empty', async () => {
  const repo = await smallRepository();
  const child = spawn(process.execPath, [program, 'annotate', file, 'connect', '--intent', 'x'], {
    cwd: repo.path,
    env: environment({ env: IDENTITY }),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  expect(await new Promise(resolve => child.on('exit', resolve))).toBe(0);
  child.stdin.destroy();
});

test.each(['bare', 'worktree', 'sha256', 'subdirectory'])('in a %s', async shape => {
  const source = await smallRepository(shape === 'sha256' ? { objectFormat: 'sha256' } : {});
  let repo: Repository = source;
  let [cwd, path] = [source.path, file];
  if (shape === 'worktree') repo = source.addWorktree();
  if (shape === 'bare') {
    cwd = join(source.path, '../bare.git');
    source.git('clone', '-q', '--bare', source.path, cwd);
  } else cwd = repo.path;
  if (shape === 'subdirectory') {
    cwd = join(repo.path, 'src/deeper');
    mkdirSync(cwd);
    path = '../client.ts';
  }
  const run = ultragit(cwd, ['annotate', path, 'connect', '--intent', 'Opens.', '--json'], { env: IDENTITY });
  expect(JSON.parse(run.stdout)).toMatchObject({
    $schema: 'ultragit-annotate/v1',
    written: true,
    noteref: REF,
    regions: [{ file, intent: 'Opens.', freshness: { state: 'intact' } }],
  });
  const shown = ultragit(cwd, ['read', path, 'connect', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ regions: [{ intent: 'Opens.' }] });
});

test('who said something stays in the note, when others write into it or correct it', async () => {
  const repo = await smallRepository();
  annotate(repo, [], region);
  const env = { ...IDENTITY, GIT_AUTHOR_NAME: 'Grace', GIT_COMMITTER_NAME: 'Grace' };
  ultragit(repo, ['annotate', file, 'helper', '--about', '--intent', 'Counts.'], { env });
  ultragit(repo, ['correct', file, 'connect', '--flag', '--reason', 'x'], { env });
  expect(readJson(repo, file, 'connect').regions).toMatchObject([
    { author: 'Grace', claimed_by: 'Ada', corrections: [{ author: 'Grace' }] },
  ]);
  expect(readJson(repo, file, 'helper').regions).toMatchObject([{ author: 'Grace' }]);
});

test('another ref is written to where one is named', async () => {
  const repo = await smallRepository();
  expect(annotate(repo, ['--noteref', 'team'], region)).toMatchObject({ status: 0 });
  expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/notes')).toBe('refs/notes/team');
});

test('processes that annotate the same commit at once lose nothing', async () => {
  const repo = await smallRepository();
  const units = ['connect', 'open', 'Client', 'helper'];
  const runs = units.map(
    unit =>
      new Promise(resolve => {
        const args = [program, 'annotate', file, unit, '--about', '--intent', `About ${unit}`];
        spawn(process.execPath, args, {
          cwd: repo.path,
          env: environment({ env: IDENTITY }),
          stdio: 'ignore',
        }).on('exit', resolve);
      }),
  );
  expect(await Promise.all(runs)).toEqual([0, 0, 0, 0]);
  expect(
    noteOn(repo)
      .regions.map(({ intent }) => intent)
      .sort(),
  ).toEqual(units.map(unit => `About ${unit}`).sort());
});
