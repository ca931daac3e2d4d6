import fc from 'fast-check';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { code, type Inline, plainText } from '../../src/render/blocks.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import '../support/properties.ts';

const shown = (text: Inline) => renderMarkdown([{ kind: 'text', text }]).trimEnd();

test('a name is code, whatever is in it', () => {
  expect(shown([code('Client::__init__'), ' is called'])).toBe('`Client::__init__` is called');
  for (const name of ['a*b*', '_x_', 'Map<T>', '[x](y)', '# h', '&amp;', '\\']) {
    expect(shown([code(name)])).toBe(`\`${name}\``);
  }
});

test('backticks in a name make its fence longer', () => {
  expect(shown([code('a`b')])).toBe('``a`b``');
  expect(shown([code('`a``b`')])).toBe('``` `a``b` ```');
  expect(shown([code('``')])).toBe('``` `` ```');
});

test('a name of nothing shows nothing', () => {
  expect(shown(['before', code(''), ' after'])).toBe('before after');
});

test('free text opens no emphasis, link, tag, entity or strike-through', () => {
  expect(shown('call __init__ and _x_ and *y*')).toBe('call \\_\\_init\\_\\_ and \\_x\\_ and \\*y\\*');
  expect(shown('see [x](y) and ![z](w)')).toBe('see \\[x](y) and !\\[z](w)');
  expect(shown('a <b> and 1 < 2 &amp; ~~gone~~')).toBe('a &lt;b> and 1 < 2 &amp;amp; \\~\\~gone\\~\\~');
  expect(shown('C:\\*')).toBe('C:\\\\\\*');
});

test('free text that can not be mistaken stays as it is', () => {
  for (const text of [
    'snake_case_name',
    'a & b',
    '2 - 1 = 1',
    'C:\\dir',
    'it is 3.5',
    'x ~ y',
    'Ana (QA), ok!',
  ]) {
    expect(shown(text)).toBe(text);
  }
});

test('the code that a note marks itself stays code; a lone backtick is only that', () => {
  expect(shown('use `__init__` and ``a`b``, *not* this')).toBe('use `__init__` and ``a`b``, \\*not\\* this');
  expect(shown('a ` lone one and *stars*')).toBe('a \\` lone one and \\*stars\\*');
});

test('an address stays one', () => {
  expect(shown('see https://example.org/a_b?c=d&e=f.')).toBe('see https://example.org/a_b?c=d&e=f.');
  expect(shown('see https://example.org/__init__/*x* now')).toBe(
    'see <https://example.org/__init__/*x*> now',
  );
});

test('free text opens no heading, list, quote, rule, fence or table', () => {
  const openers = [
    '# h',
    '- l',
    '+ l',
    '* l',
    '> q',
    '1. n',
    '2) n',
    '---',
    '***',
    '___',
    '===',
    '~~~',
    '```',
    '    code',
  ];
  for (const opener of openers) {
    const out = shown(opener);
    expect(out, opener).not.toMatch(/^(#|[-+*] |>|\d+[.)] |(-|\*|_|=){3}|~~~|```| {4})/);
    expect(out.split('\n')).toHaveLength(1);
  }
  expect(shown('1. n')).toBe('1\\. n');
});

test('whatever the text, a block stays the block that it is', () => {
  const evil = '# h\n\n- l\n> q\n1. n\n<b>';
  for (const kind of ['title', 'section', 'text', 'footer', 'notice'] as const) {
    const [first, ...rest] = renderMarkdown([{ kind, text: evil }])
      .trimEnd()
      .split('\n');
    expect(rest, kind).toEqual([]);
    expect(first).not.toContain('<b>');
  }
});

test('names in headings, badges, entries and footers are code, too', () => {
  const name = code('Client::__init__');
  const out = renderMarkdown([
    { kind: 'title', text: [code('src/__main__.py'), '  ', name], detail: ['was ', code('a_.py')] },
    { kind: 'item', text: [name, ' 3–9'], badges: [{ text: ['on ', name] }, { text: 'intact' }] },
    { kind: 'field', label: 'Relies on', entries: [{ text: [name, ' — it_ waits_'] }] },
    { kind: 'footer', text: [code('1a2b3c4d5e6f'), ' · Ana_'] },
    { kind: 'notice', text: ['No ', name], fix: [code('git fetch')] },
  ]);
  expect(out).toContain('# `src/__main__.py`  `Client::__init__`\n');
  expect(out).toContain('on `Client::__init__` · intact\n');
  expect(out).toContain('- `Client::__init__` — it\\_ waits\\_\n');
  expect(out).toContain('_`1a2b3c4d5e6f` · Ana\\__\n');
});

test('a title without a detail leaves no gap', () => {
  const title = { kind: 'title' as const, text: [code('a.ts')], detail: [] };
  expect(renderMarkdown([title, { kind: 'text', text: 'b' }])).toBe('# `a.ts`\n\nb\n');
});

test('a tree keeps its fence, whatever its files are called', () => {
  const out = renderMarkdown([{ kind: 'lines', lines: [{ lead: '└─ ', mark: '●', text: '```.md  1/1' }] }]);
  expect(out).toBe('````\n└─ ● ```.md  1/1\n````\n');
});

test('a heading that ends in a number sign keeps it', () => {
  expect(renderMarkdown([{ kind: 'section', text: 'written in C #' }])).toBe('## written in C \\#\n');
});

test('whatever the text, a reader of the rendered page sees its words and no markup of its own', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      'b',
      '_',
      '__',
      '*',
      '**',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '#',
      '-',
      '+',
      '1.',
      '2)',
      '~',
      '~~',
    ],
    ...['\\', '&', '&lt;', ' ', '\n', '日', '。', '|', ':', '=', '---', '.', '"', '$', 'https://x.y/a_b '],
  );
  const text = fc.array(pieces, { minLength: 1, maxLength: 12 }).map(parts => parts.join(''));
  const name = text.map(part => part.replace(/\s+/g, ' ').trim());
  fc.assert(
    fc.property(text, name, text, (before, middle, after) => {
      const parts = [`${before} `, code(middle), ` ${after}`];
      const page = marked.parse(renderMarkdown([{ kind: 'text', text: parts }]), { async: false });
      expect(page).toMatch(/^<p>.*<\/p>\n$/s);
      const said = plainText(parts).replace(/\s/g, '');
      expect(seen(page.replace(/<\/?(?:p|code)>|<a href="[^"]*">|<\/a>/g, '')).replace(/\s/g, '')).toBe(said);
    }),
    { numRuns: 2_000 },
  );
});

function seen(html: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => names[name] ?? whole);
}
