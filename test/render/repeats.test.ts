import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, field } from '../../src/render/blocks.ts';
import { withoutRepeats } from '../../src/render/repeats.ts';
import '../support/properties.ts';

const heading = (text: string): Block => ({ kind: 'item', text, badges: [] });
const textsOf = (blocks: readonly Block[]) =>
  blocks.flatMap(block =>
    block.kind === 'field' ? block.entries.map(({ text }) => `${block.label}: ${text}`) : [],
  );

test('an annotation does not repeat what the one above it of the same unit said', () => {
  const blocks = withoutRepeats([
    { unit: 'connect', blocks: [heading('new'), ...field('Must hold', ['one', 'two'])] },
    {
      unit: 'connect',
      blocks: [heading('old'), ...field('Must hold', ['two', 'three']), ...field('Why', ['so'])],
    },
    { unit: 'connect', blocks: [heading('older'), ...field('Why', ['so', 'thus'])] },
  ]);
  expect(textsOf(blocks)).toEqual([
    'Must hold: one',
    'Must hold: two',
    'Must hold: three',
    'Why: so',
    'Why: thus',
  ]);
});

test('where all that must hold is above, it says so', () => {
  const same = field('Must hold', ['one', 'two'], 'strong');
  const [, , again] = withoutRepeats([
    { unit: 'connect', blocks: [heading('new'), ...same] },
    { unit: 'connect', blocks: same },
  ]);
  expect(again).toEqual({ kind: 'field', label: 'Must hold', entries: [{ text: 'as above' }] });
});

test('another unit, and an annotation of no unit, says all that it has to say', () => {
  const same = field('Must hold', ['one']);
  for (const unit of ['send', undefined]) {
    expect(
      withoutRepeats([
        { unit: 'connect', blocks: same },
        { unit, blocks: same },
      ]),
    ).toEqual([...same, ...same]);
    expect(
      withoutRepeats([
        { unit, blocks: same },
        { unit: 'connect', blocks: same },
      ]),
    ).toEqual([...same, ...same]);
  }
});

test('the same words under another label, or with a doubt, are not the same', () => {
  const blocks = withoutRepeats([
    { unit: 'connect', blocks: field('Must hold', ['one']) },
    { unit: 'connect', blocks: [...field('Taken back', ['one']), ...field('Must hold', ['one (in doubt)'])] },
  ]);
  expect(textsOf(blocks)).toEqual(['Must hold: one', 'Taken back: one', 'Must hold: one (in doubt)']);
});

test('the state, the corrections and the footer of an annotation always stay', () => {
  const own: Block[] = [
    ...field('Corrected', ['x']),
    ...field('Still true?', ['intact']),
    { kind: 'footer', text: 'same' },
  ];
  expect(
    withoutRepeats([
      { unit: 'a', blocks: own },
      { unit: 'a', blocks: own },
    ]),
  ).toEqual([...own, ...own]);
});

test('whatever the annotations, a text that is left out was shown for this unit', () => {
  const entry = fc.constantFrom('one', 'two', 'three');
  const group = fc.record({
    unit: fc.constantFrom('a', 'b'),
    blocks: fc
      .array(fc.tuple(fc.constantFrom('Must hold', 'Why', 'Rejected', 'Risk'), fc.uniqueArray(entry)))
      .map(fields => fields.flatMap(([label, entries]) => field(label, entries))),
  });
  fc.assert(
    fc.property(fc.array(group), groups => {
      const missing = ['a', 'b'].flatMap(unit => {
        const own = groups.filter(one => one.unit === unit);
        const shown = new Set(textsOf(withoutRepeats(own)));
        return own.flatMap(({ blocks }) => textsOf(blocks)).filter(text => !shown.has(text));
      });
      expect(missing).toEqual([]);
      const all = new Set(textsOf(withoutRepeats(groups)));
      expect(groups.flatMap(({ blocks }) => textsOf(blocks)).filter(text => !all.has(text))).toEqual([]);
    }),
  );
});
