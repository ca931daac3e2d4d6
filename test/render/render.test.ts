import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { renderPretty, wrap } from '../../src/render/pretty.ts';

test('text wraps at the width, wide characters count twice, line breaks stay', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('日本 語学', 5)).toEqual(['日本', '語学']);
  expect(wrap('a\n\nb', 80)).toEqual(['a', '', 'b']);
  expect(wrap('unbreakable', 3)).toEqual(['unbreakable']);
});

test('without colour there is no escape; with it, each is closed', () => {
  const blocks = [
    { kind: 'title' as const, text: 'T', detail: 'd' },
    { kind: 'field' as const, label: 'Risk', entries: [{ text: 'x', tone: 'warn' as const }] },
  ];
  expect(renderPretty(blocks, { colour: false, width: 80 })).not.toContain('\u001b');
  const coloured = renderPretty(blocks, { colour: true, width: 80 });
  expect(coloured.match(/\u001b\[[1-9]\d*m/g)?.length).toBe(coloured.match(/\u001b\[0m/g)?.length);
});

test('whatever the text, a block of markdown stays the block that it is', () => {
  const evil = '# h\n\n- l\n> q\n1. n\n<b>';
  for (const kind of ['title', 'section', 'text', 'footer', 'notice'] as const) {
    const [first, ...rest] = renderMarkdown([{ kind, text: evil }])
      .trimEnd()
      .split('\n');
    expect(rest, kind).toEqual([]);
    expect(first).not.toContain('<b>');
  }
});
