import { expect, test } from 'vitest';
import { describeOrigin, stateBadge, stillTrue, title } from '../../src/render/answer-parts.ts';
import { field, plainText } from '../../src/render/blocks.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { renderPretty } from '../../src/render/pretty.ts';
import { shortId } from '../../src/wording.ts';

test('a state is one word, and how much was edited', () => {
  expect(stateBadge({ state: 'intact' }).text).toBe('intact');
  expect(stateBadge({ state: 'edited', changed: '139 of 147' }).text).toBe('edited 95 %');
  expect(stateBadge({ state: 'gone', changed: '147 of 147' }).text).toBe('gone');
  expect(stateBadge({ state: 'edited' }).text).toBe('edited');
});

test('a line of many is not nothing, and all but one are not all', () => {
  expect(stateBadge({ state: 'edited', changed: '1 of 900' }).text).toBe('edited 1 %');
  expect(stateBadge({ state: 'edited', changed: '899 of 900' }).text).toBe('edited 99 %');
  expect(stateBadge({ state: 'edited', changed: '900 of 900' }).text).toBe('edited 100 %');
});

test('"Still true?" is one line: the share and at most three commits, the newest first', async () => {
  const by = ['a', 'b', 'c', 'd'].map(id => `${id.repeat(12)} ${'Fix the retry of the client '.repeat(3)}`);
  const blocks = field('Still true?', stillTrue({ state: 'edited', changed: '139 of 147', by }));
  for (const width of [40, 60, 80, 120]) {
    const lines = (await renderPretty(blocks, { colour: false, width })).trimEnd().split('\n');
    expect(lines.filter(line => !line.endsWith('Still true?'))).toHaveLength(1);
    expect(lines.at(-1)).toContain('edited 139 of 147 lines');
  }
  const wide = await renderPretty(blocks, { colour: false, width: 120 });
  expect(wide).toMatch(/lines · a{12} Fix .*… · b{12} Fix .*… · c{12} Fix .*…\n/);
  expect(renderMarkdown(blocks)).toMatch(
    /- edited 139 of 147 lines · `a{12}` Fix .* · `b{12}` Fix .* · `c{12}` Fix [^·]*\n/,
  );
});

test('a title names a unit of several signatures once, and one line is a line', async () => {
  const shown = (scope: Omit<Parameters<typeof title>[0], 'repository'>) =>
    renderPretty([title({ repository: '/r', ...scope })], { colour: false, width: 80 });
  const unit = { type: 'method', name: 'Client::open' };
  const lines = { start: 5, end: 5 };
  expect(await shown({ file: 'a.py', anchors: [unit, unit, { ...unit, name: 'Client::close' }] })).toBe(
    'a.py  Client::open, Client::close\n',
  );
  expect(await shown({ file: 'a.py', lines })).toBe('a.py  line 5\n');
  expect(await shown({ file: 'a.py', lines: { start: 5, end: 6 } })).toBe('a.py  lines 5–6\n');
});

test('an id has twelve digits, what is none stays', () => {
  expect(shortId('1a2b3c4d5e'.repeat(4))).toBe('1a2b3c4d5e1a');
  expect(shortId('deadbee')).toBe('deadbee');
  expect(shortId('knowledge-of-everything')).toBe('knowledge-of-everything');
});

test('the one who wrote the annotation is named, and the author of the commit as such', () => {
  const footer = (origin: object) =>
    describeOrigin(origin).map(block => ('text' in block ? plainText(block.text) : ''));
  const commit = '1a2b3c4d5e6f';
  expect(footer({ commit, author: 'Ana', date: '2025-03-01' })).toEqual(['1a2b3c4d5e6f · Ana · 2025-03-01']);
  expect(footer({ commit, author: 'Ana', commit_author: 'Ben', summary: 'Fix' })).toEqual([
    '1a2b3c4d5e6f · commit by Ben · noted by Ana · Fix',
  ]);
  expect(footer({ commit, author: 'Ana', claimed_by: 'Cem', commit_author: 'Ben' })).toEqual([
    '1a2b3c4d5e6f · commit by Ben · note by Ana · by Cem, as the note says',
  ]);
  expect(footer({ commit, author: 'Ana', claimed_by: 'Cem' })).toEqual([
    '1a2b3c4d5e6f · commit and note by Ana · by Cem, as the note says',
  ]);
  expect(footer({ commit, claimed_by: 'Cem', commit_author: 'Ben' })).toEqual([
    '1a2b3c4d5e6f · commit by Ben · by Cem, as the note says',
  ]);
  expect(footer({ commit, author: 'Ana', carries_signature: true })).toEqual([
    '1a2b3c4d5e6f · Ana · the notes commit carries a signature',
  ]);
  expect(footer({})).toEqual([]);
});
