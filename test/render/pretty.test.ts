import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Block, code, field } from '../../src/render/blocks.ts';
import { LOOKS, renderPretty } from '../../src/render/pretty.ts';

const plain = (blocks: Block[], width = 80) => renderPretty(blocks, { colour: false, width });
const coloured = (blocks: Block[], width = 80) => renderPretty(blocks, { colour: true, width });

const LONG = 'src/some/quite/long/path/to/a/file/that/has/a/name/of/its/own.ts';
const TEXT =
  '接続は三回まで再試行する。👨‍👩‍👧‍👦 ✅ see https://example.org/a/very/long/address?with=many&parts=of#it and wait';

const EVERYTHING: Block[] = [
  { kind: 'title', text: [code(LONG), '  ', code('Client::connect')], detail: `lines 3–9, was ${LONG}` },
  { kind: 'notice', text: `${LONG} was renamed. ${TEXT}`, fix: [code(`git log --follow -- ${LONG}`)] },
  {
    kind: 'item',
    text: [code(`${LONG}  接続マネージャー::再接続する`), ' 120–190'],
    badges: [
      { text: 'edited 95 %', tone: 'warn' },
      { text: ['on ', code(LONG)] },
      { text: 'recovered by name' },
    ],
  },
  { kind: 'text', text: TEXT },
  ...field('Must hold', [TEXT, LONG.repeat(3)], 'strong'),
  ...field('Risk', [{ text: TEXT, tone: 'warn' }]),
  ...field('', [TEXT]),
  ...field('Still true?', [
    {
      mark: 'edited',
      tone: 'warn',
      text: '',
      parts: ['139 of 147 lines', `1a2b3c4d5e6f ${TEXT}`, '2b3c4d5e6f1a Fix'],
    },
  ]),
  { kind: 'footer', text: [code('1a2b3c4d5e6f'), ` · Ana · ${TEXT}`] },
  { kind: 'section', text: `Not annotated: ${TEXT}` },
  {
    kind: 'lines',
    lines: [{ lead: '│  └─ ', mark: '●', tone: 'good', text: `${LONG}  接続マネージャー 3/4` }],
  },
];

describe('nothing is wider than the terminal', () => {
  test.each([40, 60, 80, 120])('%i columns', async width => {
    for (const line of (await plain(EVERYTHING, width)).split('\n')) {
      expect(stringWidth(line), line).toBeLessThanOrEqual(width);
    }
    expect(strip(await coloured(EVERYTHING, width))).toBe(await plain(EVERYTHING, width));
  });
});

test('further lines of a heading, a text, an entry, a notice and a tree hang', async () => {
  const continued = (await plain(EVERYTHING, 60)).split('\n').filter(line => line !== '' && /^\S/.test(line));
  expect(continued.map(line => line.slice(0, 9))).toEqual([
    'src/some/',
    'note: src',
    'src/some/',
    'Not annot',
    '│  └─ ● s',
    '│       o',
  ]);
  const tree = await plain(
    [{ kind: 'lines', lines: [{ lead: '│  ├─ ', mark: '○', text: `${LONG} 3/4` }] }],
    40,
  );
  expect(
    tree
      .trimEnd()
      .split('\n')
      .slice(1)
      .every(line => line.startsWith('│  │    ')),
  ).toBe(true);
});

test('on a narrow terminal a label has a line of its own', async () => {
  expect(await plain(field('Must hold', ['one', 'two'], 'strong'), 40)).toBe(
    '  Must hold\n    • one\n    • two\n',
  );
  expect(await plain(field('Must hold', ['one', 'two'], 'strong'), 80)).toBe(
    '  Must hold    • one\n               • two\n',
  );
});

test('a list of commits takes one line; its parts are cut, the last are left out', async () => {
  const parts = [
    '139 of 147 lines',
    `1a2b3c4d5e6f ${'Fix the retry '.repeat(5)}`,
    `2b3c4d5e6f1a ${'Wait '.repeat(20)}`,
  ];
  const shown = async (width: number) =>
    (await plain(field('Still true?', [{ mark: 'edited', tone: 'warn', text: '', parts }]), width)).trimEnd();
  expect(await shown(120)).toMatch(
    /^ {2}Still true\? {2}edited 139 of 147 lines · 1a2b3c4d5e6f Fix the retry .*… · 2b3c4d5e6f1a Wait .*…$/,
  );
  expect(await shown(60)).toBe('  Still true?  edited 139 of 147 lines · 1a2b3c4d5e6f Fix t…');
  expect(await shown(40)).toBe('  Still true?\n    edited 139 of 147 lines');
});

test('without colour there is no escape; with it, each is closed on its line', async () => {
  expect(await plain(EVERYTHING)).not.toContain('\u001b');
  for (const line of (await coloured(EVERYTHING, 60)).split('\n')) {
    expect(line.match(/\u001b\[[1-9][\d;]*m/g)?.length).toBe(line.match(/\u001b\[0m/g)?.length);
  }
});

test('colour marks labels and states, never a paragraph', async () => {
  const shown = await coloured([
    { kind: 'text', text: TEXT },
    ...field('Must hold', [{ text: TEXT, tone: 'warn' }, TEXT], 'strong'),
    ...field('Risk', [{ text: TEXT, tone: 'warn' }]),
    { kind: 'notice', text: TEXT, fix: TEXT },
  ]);
  for (const line of shown.split('\n')) {
    const painted = [...line.matchAll(/\u001b\[[\d;]+m([^\u001b]*)\u001b\[0m/g)].map(([, text = '']) =>
      text.trim(),
    );
    for (const text of painted) expect(['', '•', 'Must hold', 'Risk', 'note:']).toContain(text);
  }
});

test('what must hold has a label of its own weight, others are quieter', async () => {
  const shown = await coloured([...field('Must hold', ['x'], 'strong'), ...field('Why', ['y'])]);
  const [must, why] = shown.split('\n');
  expect(must).toMatch(/^ {2}\u001b\[1mMust hold\u001b\[0m {4}x$/);
  expect(why).toContain(`\u001b[${LOOKS.quiet}mWhy`);
});

test('every colour can be read on white and on black', () => {
  for (const [name, codes] of Object.entries(LOOKS)) {
    const colour = /38;5;(\d+)/.exec(codes)?.[1];
    if (colour === undefined) expect(codes, name).toBe('1');
    else
      expect(Math.min(contrast(Number(colour), 1), contrast(Number(colour), 0)), name).toBeGreaterThan(3.8);
  }
});

function strip(text: string): string {
  return text.replace(/\u001b\[[\d;]*m/g, '');
}

/** The contrast of a colour of the 256 with white (1) or black (0), as WCAG counts it. */
function contrast(colour: number, background: number): number {
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step);
  const cube = colour - 16;
  const rgb =
    colour >= 232
      ? Array<number>(3).fill(8 + 10 * (colour - 232))
      : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  const [r = 0, g = 0, b = 0] = rgb.map(value => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (Math.max(light, background) + 0.05) / (Math.min(light, background) + 0.05);
}

test('marked parts of a text are bold, in a name and one inside of another, too', async () => {
  const text = ['see ', code('retryLater'), ' for every retry'];
  const marks = [
    [4, 9],
    [25, 30],
    [4, 7],
    [90, 99],
  ] as const;
  const bold = (word: string) => `\x1b[${LOOKS.bold}m${word}\x1b[0m`;
  expect(await coloured([{ kind: 'field', label: '', entries: [{ text, marks }] }])).toBe(
    `  • see ${bold('retry')}Later for every ${bold('retry')}\n`,
  );
  expect(await plain([{ kind: 'field', label: '', entries: [{ text, marks }] }])).toBe(
    '  • see retryLater for every retry\n',
  );
});
