// Every mistake of a note is named with its place, its field and what to write instead; the exit code says if it costs anything.
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import type { Repository } from '../support/repository.ts';
import { IDENTITY, REF, smallRepository } from './support.ts';

const file = 'src/client.ts';

let made: Promise<Repository> | undefined;
const repository = () => {
  made ??= smallRepository();
  return made;
};

async function validate(input: string, ...args: string[]) {
  const run = ultragit(await repository(), ['validate', '-', ...args], { input });
  return { ...run, said: run.stdout.replace(/[0-9a-f]{12}/g, '<id>') };
}

/** A note of one region, whose last line is given: that is line 6, and begins in column 7. */
const region = (last: string, name = file) =>
  `{\n  "schema": "ultragit/v1",\n  "regions": [\n    {\n      "file": "${name}",\n      ${last}\n    }\n  ]\n}\n`;

test('a note as it should be', async () => {
  expect(await validate(region('"intent": "I", "ast_anchor": {"name": "Client::connect"}'))).toMatchObject({
    status: 0,
    stdout: 'stdin: nothing is wrong with it.\n',
    stderr: '',
  });
});

test.each<[string, string, 0 | 1, string]>([
  [
    'lines as a text',
    region('"lines": "2-4", "intent": "I"'),
    0,
    '6:16: warning: regions[0].lines: not of the form {start, end}, read as lines 2 to 4.\n    Write {"start": 12, "end": 20}, or leave the lines out: the unit is enough.',
  ],
  [
    'lines as a list',
    region('"lines": [2, 4], "intent": "I"'),
    0,
    '6:16: warning: regions[0].lines: not of the form {start, end}, read as lines 2 to 4.',
  ],
  [
    'lines that say nothing',
    region('"lines": "all", "intent": "I"'),
    1,
    '6:16: error: regions[0].lines: not of the form {start, end}, left out.',
  ],
  [
    'reversed lines',
    region('"lines": {"start": 4, "end": 2}'),
    1,
    '6:16: error: regions[0].lines: it ends before it starts, left out.\n    Swap the two numbers.',
  ],
  [
    '"constraint"',
    region('"constraint": "c"'),
    0,
    '6:7: warning: regions[0].constraint: not the name of this field, read as constraints.\n    Call it "constraints".',
  ],
  [
    '"reason"',
    region('"reason": "r"'),
    0,
    '6:7: warning: regions[0].reason: not the name of this field, read as reasoning.\n    Call it "reasoning".',
  ],
  [
    '"anchor"',
    region('"anchor": "connect"'),
    0,
    '6:7: warning: regions[0].anchor: not the name of this field, read as ast_anchor.\n    Call it "ast_anchor".',
  ],
  [
    'an unknown field',
    region('"intention": "I"'),
    1,
    '6:7: error: regions[0].intention: unknown field, ignored.\n    Did you mean "intent"?',
  ],
  [
    'regions as an object',
    '{"schema": "ultragit/v1", "regions": {"file": "src/client.ts", "intent": "I"}}',
    0,
    '1:38: warning: regions: not a list, read as one region.\n    Put it into [ ].',
  ],
  [
    'empty regions',
    '{"schema": "ultragit/v1", "regions": {}}',
    1,
    '1:38: error: regions: it has no file, left out.\n    Name the file: "file": "src/…".',
  ],
  [
    'no regions',
    '{"schema": "ultragit/v1"}',
    1,
    '1:1: error: there are no regions, nothing to read.\n    Write "regions": [{"file": "…", "intent": "…"}].',
  ],
  [
    'an unknown value',
    '{"schema": "ultragit/v1", "context_level": "enhance", "regions": [{"file": "src/client.ts"}]}',
    1,
    '1:44: error: context_level: none of enhanced, inferred, counts as inferred.\n    Write one of enhanced, inferred.',
  ],
  [
    'lines beyond the file',
    region('"lines": {"start": 9000, "end": 9100}'),
    1,
    '6:16: error: regions[0].lines: src/client.ts has 13 lines at commit <id>, the lines are not known.',
  ],
  [
    'a file that is not there',
    region('"intent": "I"', 'src/clint.ts'),
    1,
    '5:15: error: regions[0].file: src/clint.ts is not in the commit <id>, not found there.\n    Did you mean src/client.ts?',
  ],
  [
    'a unit that is not there',
    region('"ast_anchor": {"name": "disconnectAll"}'),
    1,
    'error: regions[0].ast_anchor: no disconnectAll in src/client.ts at commit <id>, found by no name.\n    Nearest names: Client::connect',
  ],
  [
    'a typo in a unit',
    region('"ast_anchor": {"name": "conect"}'),
    0,
    'warning: regions[0].ast_anchor: no conect in src/client.ts at commit <id>, read as the nearest.\n    Nearest names: Client::connect',
  ],
  [
    'a dependency that is not there',
    region('"semantic_dependencies": [{"file": "src/none.ts", "nature": "n"}]'),
    1,
    '6:42: error: regions[0].semantic_dependencies[0].file: src/none.ts is not in the commit <id>',
  ],
  [
    'a missing comma',
    '{\n  "schema": "ultragit/v1"\n  "regions": []\n}',
    1,
    '3:3: error: not valid JSON: a comma is missing before this, not read.\n    Add a comma before it.',
  ],
  [
    'single quotes',
    "{'schema': 'ultragit/v1'}",
    1,
    '1:2: error: not valid JSON: texts are in double quotes, not read.\n    Put names and texts into double quotes.',
  ],
  [
    'YAML',
    'schema: ultragit/v1\nregions:\n  - file: a\n',
    1,
    '1:1: error: not JSON: this looks like YAML, not read.\n    Notes are JSON',
  ],
  [
    'an unknown schema',
    '{"schema": "other/1", "regions": []}',
    1,
    'error: schema: unknown schema "other/1"; known are ultragit/v1, chronicle/v1 to v3, chronicle/knowledge-v1, not read.\n    Write "schema": "ultragit/v1".',
  ],
  [
    'a newer version',
    '{"schema": "ultragit/v7", "regions": []}',
    1,
    'error: schema: written in ultragit/v7; this version reads v1, not read.',
  ],
  [
    'a trailing comma',
    region('"intent": "I",'),
    0,
    '6:20: warning: regions[0]: a comma before a closing bracket, ignored.\n    Take the comma out.',
  ],
  [
    'two documents',
    `${region('"intent": "I"')}${region('"intent": "J"')}`,
    0,
    '10:1: warning: 2 documents in one note, each was read.\n    Join them into one: `ultragit annotate` does that.',
  ],
  [
    'one bad item',
    region('"constraints": ["good", 7]'),
    1,
    '6:31: error: regions[0].constraints[1]: not an object, left out.',
  ],
])('%s', async (_what, input, status, said) => {
  const run = await validate(input);
  expect(run.said).toContain(said);
  expect([run.status, run.stderr]).toEqual([status, '']);
});

test('ultragit/1 is read as ultragit/v1', async () => {
  expect((await validate('{"schema": "ultragit/1", "regions": [{"file": "README.txt"}]}')).status).toBe(0);
});

test('for a program as JSON', async () => {
  const run = await validate(region('"constraint": "c"'), '--json');
  expect(JSON.parse(run.stdout)).toEqual({
    $schema: 'ultragit-validate/v1',
    note: 'stdin',
    commit: (await repository()).git('rev-parse', 'HEAD'),
    valid: true,
    flaws: [
      {
        ...{ line: 6, column: 7, field: 'regions[0].constraint', problem: 'not the name of this field' },
        ...{ done: 'read as constraints', lost: false, remedy: 'Call it "constraints".' },
      },
    ],
  });
});

test('the note of a commit, a file, and neither', async () => {
  const repo = await smallRepository();
  const run = (...args: string[]) => ultragit(repo, ['validate', ...args], { env: IDENTITY });
  expect(run().stderr).toMatch(/^ultragit: There is no note on [0-9a-f]{12} in refs\/notes\/ultragit\./);
  repo.annotate('HEAD~', region('"ast_anchor": {"name": "connect"}, "constraint": "c"'), REF);
  expect(run('HEAD~')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/note on [0-9a-f]{12}: 1 warning\.\n$/),
  });
  repo.write('note.json', region('"intent": "I"', 'none.ts'));
  expect(run('note.json')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/note\.json: 1 error\.\n$/),
  });
  expect(run('nowhere')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is neither a file nor a commit nowhere.'),
  });
});

test('a commit that is not there is one flaw among the others', async () => {
  const repo = await smallRepository();
  const note = { schema: 'ultragit/v1', commit: 'deadbeef', regions: [{ file: 'none.ts', intent: 'I' }] };
  repo.write('note.json', JSON.stringify(note));
  const { status, stdout } = ultragit(repo, ['validate', 'note.json']);
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^1:34: error: commit: this clone has no commit deadbeef, checked at [0-9a-f]{12}\.\n/,
  );
  expect(stdout).toMatch(/regions\[0\]\.file: none\.ts is not in the commit/);
});

test('what a note says is judged at its own commit', async () => {
  const repo = await smallRepository();
  const first = repo.git('rev-parse', 'HEAD');
  repo.commit('Remove', { [file]: null });
  const note = JSON.stringify({ schema: 'ultragit/v1', commit: first, regions: [{ file, intent: 'I' }] });
  expect(ultragit(repo, ['validate', '-'], { input: note }).status).toBe(0);
  expect(ultragit(repo, ['validate', '-', '--commit', 'HEAD'], { input: note }).status).toBe(1);
});
