// One note below the size limit may have as many regions as fit. However they are cut, no query takes long over them.
import { expect, test } from 'vitest';
import { codes, openWorkspace } from '../support/ask.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { history, read, summary } from '../support/queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

/** A busy machine needs a few seconds for what took minutes, or all memory, where every pair was compared. */
const MOST_SECONDS = 15;
const LARGEST_NOTE = 1024 * 1024;

type Region = { file: string; ast_anchor?: { name: string }; lines?: { start: number; end: number } };
type Versions = { path: string; first: string; later?: string };

const count = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at));
const functions = (length: number) =>
  count(length, at => `function unit${at}(value) {\n  return value * ${at};\n}\n`).join('');
const text = (length: number) => count(length, at => `line ${at} says ${at * 7}\n`).join('');
const note = (regions: Region[]) => JSON.stringify({ schema: 'ultragit/v1', regions });

async function repositoryOf(versions: Versions, notes: readonly string[]): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const { path, first, later = first } = versions;
  const commits = [
    repo.commit('First', { [path]: first }),
    repo.commit('Then', { [path]: later, other: 'x' }),
  ];
  for (const [at, body] of notes.entries()) {
    expect(Buffer.byteLength(body)).toBeLessThan(LARGEST_NOTE);
    repo.annotate(commits[at] ?? '', body);
  }
  return repo;
}

async function asksQuickly(repo: Repository, path: string): Promise<string[]> {
  const workspace = await openWorkspace(repo);
  const noticed: string[] = [];
  for (const ask of [read, summary, history]) {
    const started = cpuTime();
    const { notices = [] } = await ask(workspace, { path });
    expect(
      (cpuTime() - started) / 1000,
      `seconds of ${ask === read ? 'read' : 'another query'}`,
    ).toBeLessThan(MOST_SECONDS);
    noticed.push(...notices.map(({ code }) => code));
  }
  return noticed;
}

test('50,000 regions of one file', async () => {
  const path = 'src/a.js';
  const regions = count(50_000, () => ({ file: path }));
  await asksQuickly(await repositoryOf({ path, first: functions(20) }, [note(regions)]), path);
});

test.each([
  ['of units that the file has', (at: number) => `unit${at}`],
  ['of one unit', () => 'unit7'],
  ['that end alike', (at: number) => `Owner${at}::unit7`],
])('the same 8,000 named regions in two notes, %s', async (_how, nameOf) => {
  const path = 'src/a.js';
  const regions = count(8_000, at => ({ file: path, ast_anchor: { name: nameOf(at) } }));
  await asksQuickly(
    await repositoryOf({ path, first: functions(2_000) }, [note(regions), note(regions)]),
    path,
  );
});

test.each([
  ['that is as it was', text(20_000), text(20_000)],
  ['that was edited', text(20_000), text(20_000).replace('line 100 ', 'other ').replace('line 9000 ', 'x ')],
])('8,000 regions of 20,000 lines each in a file %s', async (_how, first, later) => {
  const path = 'src/a.txt';
  const regions = count(8_000, at => ({ file: path, lines: { start: 1 + (at % 40), end: 20_000 - at } }));
  const noticed = await asksQuickly(await repositoryOf({ path, first, later }, [note(regions)]), path);
  expect(noticed).toContain('regions_not_followed');
});

test.each([
  ['as they were', (code: string) => code],
  ['half of them renamed', (code: string) => code.replaceAll('unit1', 'part1')],
])('4,000 named regions in a file of 15,000 functions, %s', async (_how, edited) => {
  const path = 'src/a.js';
  const first = functions(15_000);
  const regions = count(4_000, at => ({ file: path, ast_anchor: { name: `unit${at * 3}` } }));
  await asksQuickly(await repositoryOf({ path, first, later: edited(first) }, [note(regions)]), path);
});

test('a few regions of a long file are followed, and nothing is said of a limit', async () => {
  const path = 'src/a.txt';
  const later = text(20_000).replace('line 100 ', 'other ');
  const regions = count(3, at => ({ file: path, lines: { start: 1, end: 20_000 - at } }));
  const repo = await repositoryOf({ path, first: text(20_000), later }, [note(regions)]);
  const answer = await read(await openWorkspace(repo), { path });
  expect(codes(answer)).not.toContain('regions_not_followed');
  expect(answer.regions.map(({ freshness }) => freshness?.state)).toEqual(['edited', 'edited', 'edited']);
});
