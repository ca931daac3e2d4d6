// confidence = 0.4 recency + 0.3 context + 0.2 anchor + 0.1 provenance, worked out by hand.
import { expect, test } from 'vitest';
import { ask, lines, note } from '../support/ask.ts';
import { buildRepository, sharedRepository } from '../support/repository.ts';

const file = 'a.txt';
const text = `${lines('alpha', 3)}unit beta(x, y)\n${lines('gamma', 3)}`;
const anchor = { unit_type: 'unit', name: 'beta', signature: 'unit beta(x, y)' };
const head = Date.parse('2025-12-01T00:01:00Z');
const daysBefore = (days: number) => new Date(head - days * 86_400_000).toISOString();

async function scored(region: object, rest: Record<string, unknown> = {}, changed?: string) {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Add', { [file]: text });
  repo.annotate(commit, note({ file, ...region }, { timestamp: daysBefore(0), ...rest }));
  if (changed !== undefined) repo.write(file, changed);
  const [first] = (await ask(repo, file)).regions;
  return { confidence: first?.confidence, factors: first?.confidence_factors };
}

const unit = { ast_anchor: anchor, lines: { start: 4, end: 4 } };

test('everything at its best is 1', async () => {
  expect(await scored(unit)).toEqual({
    confidence: 1,
    factors: { recency: 1, context: 1, anchor: 1, provenance: 1, freshness: 1 },
  });
});

test.each([
  [180, 0.5, 0.8],
  [360, 0.25, 0.7],
  [45, 0.841, 0.936],
  [-400, 1, 1],
])('an annotation from %d days before HEAD has recency %d', async (days, recency, confidence) => {
  const result = await scored(unit, { timestamp: daysBefore(days) });
  expect(result.factors?.recency).toBe(recency);
  expect(result.confidence).toBe(confidence);
});

test('what was inferred weighs half', async () => {
  expect(await scored(unit, { context_level: 'inferred' })).toMatchObject({
    confidence: 0.85,
    factors: { context: 0.5 },
  });
});

test.each([
  ['amend', 0.8, 0.98],
  ['squash', 0.7, 0.97],
  ['cherry-picked', 1, 1],
])('provenance %s is %d', async (operation, factor, confidence) => {
  expect(await scored(unit, { provenance: { operation } })).toMatchObject({
    confidence,
    factors: { provenance: factor },
  });
});

test('a signature that differs, lines only, and lines that are gone weigh less and less', async () => {
  const other = text.replace('beta(x, y)', 'beta(x, y, z)');
  expect(await scored(unit, {}, other)).toMatchObject({
    confidence: 0.47,
    factors: { anchor: 0.7, freshness: 0.5 },
  });
  expect(await scored({ lines: { start: 2, end: 3 } })).toMatchObject({
    confidence: 0.88,
    factors: { anchor: 0.4 },
  });
  const without = text.replace('unit beta(x, y)\n', '');
  expect(await scored(unit, {}, without)).toMatchObject({
    confidence: 0.258,
    factors: { anchor: 0.3, freshness: 0.3 },
  });
});

test('white space in a signature does not count', async () => {
  const spaced = { ...unit, ast_anchor: { ...anchor, signature: 'unit  beta(x,\n  y)' } };
  expect(await scored(spaced)).toMatchObject({ factors: { anchor: 1 } });
});

test('order is confidence, then newer, then commit id, whatever order notes were written in', async () => {
  const repo = await buildRepository('empty-notes');
  const future = [-40, -10, -30, -60, -20, -50, -10];
  const days = [...future, 300];
  const ids = days.map((_day, at) => repo.commit(`Commit ${at}`, { [file]: `${text}${at}\n` }));
  ids.forEach((id, at) => {
    repo.annotate(id, note({ file, ...unit }, { timestamp: daysBefore(days[at] ?? 0) }));
  });
  const order = (await ask(repo, file)).regions.map(region => ids.indexOf(region.commit!));
  const tied = [1, 6].sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1));
  expect(order).toEqual([3, 5, 0, 2, 4, ...tied, 7]);
});

test('min_confidence, then max_regions: what is left out is said', async () => {
  const repo = await buildRepository('empty-notes');
  const ids = ['one', 'two', 'three'].map(name => repo.commit(name, { [file]: text + name }));
  ids.forEach((id, at) => {
    repo.annotate(id, note({ file, ...unit }, { timestamp: daysBefore(at * 180) }));
  });
  const some = await ask(repo, file, { min_confidence: 0.71 });
  expect(some.regions.map(region => ids.indexOf(region.commit!))).toEqual([0, 1]);
  expect(some.notices).toContainEqual({
    code: 'below_confidence',
    message: '1 region left out: the highest confidence is 0.7.',
    fix: 'Ask for less: a min_confidence of 0.7.',
  });
  const one = await ask(repo, file, { max_regions: 1 });
  expect(one.regions).toHaveLength(1);
  expect(one.notices).toContainEqual(expect.objectContaining({ code: 'more_regions' }));
  expect(one.stats).toMatchObject({ regions_matched: 3, regions_returned: 1 });
});

test('tags, context level and since narrow the answer', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('first', { [file]: text });
  repo.annotate(
    first,
    note({ file, intent: 'first', tags: ['tls', 'speed'] }, { timestamp: '2025-01-01T00:00:00Z' }),
  );
  const second = repo.commit('second', { [file]: `${text}more\n` });
  repo.annotate(second, note({ file, intent: 'second', tags: ['Tls'] }, { context_level: 'inferred' }));
  const intents = async (question: object) =>
    (await ask(repo, file, question)).regions.map(item => item.intent);
  expect(await intents({ tags: ['speed', 'none'] })).toEqual(['first']);
  expect(await intents({ context_level: 'inferred' })).toEqual(['second']);
  expect(await intents({ since: '2025-06-01' })).toEqual(['second']);
  expect(await intents({ since: '2025-01-01T00:00:00Z' })).toHaveLength(2);
  expect(await intents({ since: 'yesterday' })).toEqual([]);
  expect(await intents({ since: '50 years ago' })).toHaveLength(2);
  expect(await intents({ since: first })).toEqual(['second']);
  expect(await intents({ since: 'HEAD' })).toEqual([]);
  await expect(intents({ since: '2025-13-45' })).rejects.toThrow('Not a date: 2025-13-45');
  await expect(intents({ since: 'yesterdy' })).rejects.toThrow('Neither a date nor a commit: yesterdy');
  await expect(intents({ since: 'no-such-branch' })).rejects.toThrow(
    'Neither a date nor a commit: no-such-branch',
  );
  await expect(intents({ since: '--all' })).rejects.toThrow('Neither a date nor a commit: --all');
});

test('an annotation that a later one overtakes names it; the score of an amended note is from its origin', async () => {
  const repo = sharedRepository('rewritten');
  const [label] = (await ask(repo, 'src/label.ts')).regions;
  expect(label?.date).toBe('2025-03-18T10:00:00Z');
  const demo = sharedRepository('mqtt-client');
  const connects = (await ask(demo, 'src/mqtt/client.ts')).regions.filter(
    region => region.anchor?.name === 'MqttClient::connect',
  );
  expect(connects).toHaveLength(2);
  const [newer] = connects.filter(region => region.newer === undefined);
  expect(connects.find(region => region.newer !== undefined)?.newer).toBe(
    `${newer?.commit} ${newer?.commit_summary}`,
  );
});
