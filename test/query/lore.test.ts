// Decisions in commit messages, asked for by file, by unit and by line: exactly those whose commits own the lines.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Workspace } from '../../src/query/workspace.ts';
import { inForce, openWorkspace } from '../support/ask.ts';
import { history, read, summary } from '../support/queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

let repo: Repository;
let workspace: Workspace;
beforeAll(async () => {
  repo = await buildRepository('lore');
  workspace = await Workspace.open({
    directory: repo.path,
    env: repo.env,
    strictConfig: true,
    useCache: false,
  });
});
afterAll(() => workspace.close());

/** What commit messages say, each as its first words; the notes of the scenario are another source. */
async function said(question: { path: string; anchor?: string; lines?: string }): Promise<string[]> {
  const { regions } = await read(workspace, { ...question, max_regions: 100 });
  const own = regions.filter(({ source }) => source === 'commit messages');
  return own.map(({ intent, freshness }) => `${intent!.slice(0, 24)} ${freshness.state}`).sort();
}

const ORDER = 'feat(queue): take the ol edited';
const LATER = 'feat(queue): hold back j intact';
const SIZE = 'Count the jobs that can  gone';
const MEMORY = 'Keep the paused tenants  intact';
const TURN = 'Let a resumed tenant wai intact';
const DRAIN = 'Drain the queue of a ten intact';
const WAIT = 'Wait longer after each f intact';
const REFUSED = 'Retry only what may succ intact';
const JITTER = 'Spread the retries gone';
const SERVER = 'Ask the server for the t intact';
const NEGATIVE = 'Never report a negative  intact';
const DELAY = 'Take half of the round t intact';
const FETCH = 'Fetch the prices intact';
const MINUTE = 'Keep the prices for a mi edited';
const HOUR = 'Keep the prices for an h intact';
const MARKS = 'Read old invoices in mar intact';
const TAX = 'Round the tax of each ro intact';
const SUM = 'tenants want to see the  intact';
const LARGEST = 'feat(report): show the l intact';
const HEADER = 'Say in the header which  intact';

describe('by file: every decision of a commit that changed it, and no prose that only looks like one', () => {
  test.each([
    ['src/queue.ts', [ORDER, LATER, SIZE, MEMORY, TURN, DRAIN, DRAIN]],
    ['src/retry.ts', [WAIT, REFUSED, JITTER]],
    ['src/clock.ts', [SERVER, NEGATIVE, DELAY]],
    ['src/prices.ts', [FETCH, MINUTE, HOUR, MARKS, TAX]],
    ['tools/report.py', [SUM, LARGEST, HEADER, TAX]],
    ['README.md', []],
  ])('%s', async (path, expected) => {
    expect(await said({ path })).toEqual([...expected].sort());
  });
});

describe('by unit: only what its own lines come from', () => {
  test.each([
    ['src/queue.ts', 'take', [ORDER.replace('edited', 'intact'), LATER]],
    ['src/queue.ts', 'pause', [MEMORY, TURN]],
    ['src/queue.ts', 'drain', [DRAIN, DRAIN]],
    ['src/queue.ts', 'size', []],
    ['src/queue.ts', 'push', []],
    ['src/queue.ts', 'tenants', []],
    ['src/retry.ts', 'backoff', [WAIT]],
    ['src/retry.ts', 'shouldRetry', [REFUSED]],
    ['src/retry.ts', 'jitter', []],
    ['src/clock.ts', 'elapsed', [NEGATIVE]],
    ['src/clock.ts', 'ZONE', []],
    ['src/prices.ts', 'cachedPrices', [MINUTE.replace('edited', 'intact'), HOUR]],
    ['src/prices.ts', 'parsePrice', []],
    ['tools/report.py', 'tax_of', [TAX]],
    ['tools/report.py', 'ROWS_PER_PAGE', []],
  ])('%s %s', async (path, anchor, expected) => {
    expect(await said({ path, anchor })).toEqual([...expected].sort());
  });
});

describe('by line', () => {
  test.each([
    ['src/queue.ts', '15', [LATER]],
    ['src/queue.ts', '16:17', [ORDER.replace('edited', 'intact')]],
    ['src/queue.ts', '14:16', [ORDER.replace('edited', 'intact'), LATER]],
    ['src/queue.ts', '6:13', []],
    ['src/prices.ts', '12', [HOUR]],
    ['src/prices.ts', '19', [MARKS]],
    ['tools/report.py', '25:28', []],
  ])('%s %s', async (path, lines, expected) => {
    expect(await said({ path, lines })).toEqual([...expected].sort());
  });

  test('as the file is on disk, where lines were put above', async () => {
    const edited = await buildRepository('lore');
    const text = edited.git('show', 'HEAD:src/queue.ts');
    edited.write('src/queue.ts', `// one\n// two\n${text}\n`);
    const there = await openWorkspace(edited);
    const { regions } = await read(there, { path: 'src/queue.ts', lines: '17' });
    expect(regions.map(({ intent, current_lines }) => [intent, current_lines])).toEqual([
      ['feat(queue): hold back jobs that are due later', { start: 17, end: 17 }],
    ]);
  });
});

describe('what is no longer in force', () => {
  const heldAndTakenBack = async (path: string, anchor: string) => {
    const { regions } = await read(workspace, { path, anchor });
    return regions.flatMap(region => [
      ...inForce(region).map(text => ({ text })),
      ...(region.taken_back ?? []).map(({ text, reason }) => ({ text, corrected: 'remove', why: reason })),
    ]);
  };

  test('a record that a later one supersedes, by its Lore-id or its Record-Id', async () => {
    const later = repo.git('log', '--format=%h', '--abbrev=12', '--grep=hold back jobs').trim();
    expect(await heldAndTakenBack('src/queue.ts', 'take')).toContainEqual({
      text: 'Jobs of one tenant leave the queue in the order in which they came',
      corrected: 'remove',
      why: `superseded by ${later}`,
    });
    expect(await heldAndTakenBack('src/prices.ts', 'cachedPrices')).toContainEqual(
      expect.objectContaining({ text: 'The supplier allows sixty requests an hour', corrected: 'remove' }),
    );
    expect(await heldAndTakenBack('src/prices.ts', 'cachedPrices')).toContainEqual({
      text: 'The supplier allows one request an hour since May',
    });
  });

  test('a record that has expired; one that expires later says when', async () => {
    expect(await heldAndTakenBack('src/prices.ts', 'currency')).toEqual([
      {
        text: 'Invoices from before 2002 are in the archive until the audit is done',
        corrected: 'remove',
        why: 'expired on 2020-01-01',
      },
    ]);
    const { regions } = await read(workspace, { path: 'src/prices.ts', anchor: 'withTax' });
    expect(regions[0]?.open_threads).toEqual(['In force until: 2099-01-01']);
    expect(regions[0]?.constraints).toEqual(['The law wants each row rounded, not only the sum']);
  });

  test('a directive that held until a day', async () => {
    expect(await heldAndTakenBack('tools/report.py', 'header')).toEqual([
      { text: 'Keep the header on one line' },
      {
        text: 'Keep "(old ids)" in the header, the importer looks for it (until 2020-01-01)',
        corrected: 'remove',
        why: 'was in force until 2020-01-01',
      },
    ]);
  });

  test('seen from an older commit, what came later has not happened', async () => {
    const before = repo.git('log', '--format=%H', '--grep=hold back jobs').trim();
    const { regions } = await read(workspace, { path: 'src/queue.ts', anchor: 'take', rev: `${before}~1` });
    expect(regions.map(({ constraints }) => constraints)).toEqual([
      ['Jobs of one tenant leave the queue in the order in which they came'],
    ]);
  });
});

test('a file at an older commit has no decision that came later', async () => {
  const before = repo.git('log', '--format=%H', '--grep=hold back jobs').trim();
  const { regions } = await read(workspace, { path: 'src/queue.ts', rev: `${before}~1`, max_regions: 100 });
  const intents = regions.map(({ intent }) => intent);
  expect(intents).toContain('feat(queue): take the oldest job first');
  expect(intents).not.toContain('feat(queue): hold back jobs that are due later');
});

test('history tells decisions oldest first, those without a line left, too', async () => {
  const { timeline } = await history(workspace, { path: 'src/retry.ts' });
  const direct = timeline.filter(({ kind }) => kind === 'direct');
  expect(direct.map(({ intent, source, state }) => [intent?.slice(0, 18), source, state])).toEqual([
    ['Wait longer after ', 'refs/notes/commitlore', 'intact'],
    ['Wait longer after ', 'commit messages', 'intact'],
    ['Retry only what ma', 'commit messages', 'intact'],
    ['Spread the retries', 'commit messages', 'gone'],
  ]);
});

test('a summary has a decision with the units whose lines its commit owns', async () => {
  const { units, stats } = await summary(workspace, { path: 'src/queue.ts' });
  expect(units.map(({ anchor, source }) => [anchor.name, source])).toEqual([
    ['Job', 'refs/notes/commitlore'],
    ['push', 'refs/notes/commitlore'],
    ['take', 'commit messages'],
    ['pause', 'refs/notes/commitlore'],
    ['resume', 'refs/notes/commitlore'],
    ['drain', 'commit messages'],
  ]);
  expect(stats).toMatchObject({ annotated_units: 6, unannotated_units: 2, regions_gone: 1 });
});

test('a ref that was given is read alone', async () => {
  const alone = await openWorkspace(repo, { noteref: 'commitlore' });
  const { regions } = await read(alone, { path: 'src/queue.ts' });
  expect(new Set(regions.map(({ source }) => source))).toEqual(new Set(['refs/notes/commitlore']));
});

test('what a later commit decides is found, and nothing is read again', async () => {
  const grown = await buildRepository('lore');
  const there = await openWorkspace(grown);
  await read(there, { path: 'src/clock.ts' });
  grown.commit('Name the zone\n\nConstraint: Reports are in UTC', {
    'src/clock.ts': `${grown.git('show', 'HEAD:src/clock.ts')}\n// UTC only\n`,
  });
  const { regions } = await read(there, { path: 'src/clock.ts', lines: '17' });
  expect(regions.flatMap(inForce)).toEqual(['Reports are in UTC']);
});

test('a decision on another branch is not of this history', async () => {
  const grown = await buildRepository('lore');
  const there = await openWorkspace(grown);
  grown.git('checkout', '-q', '-b', 'other');
  grown.commit('Name the zone\n\nConstraint: Reports are in CET', {
    'src/clock.ts': `${grown.git('show', 'HEAD:src/clock.ts')}\n// CET only\n`,
  });
  expect((await read(there, { path: 'src/clock.ts', lines: '17' })).regions).toHaveLength(1);
  grown.git('checkout', '-q', 'main');
  const { regions, notices } = await read(there, { path: 'src/clock.ts' });
  expect(regions.flatMap(inForce)).not.toContain('Reports are in CET');
  expect(notices ?? []).toEqual([]);
});
