// One note below the size limit must not keep a query busy: each of these once did, for minutes.
import { expect, test } from 'vitest';
import {
  FILE,
  type HostileNotes,
  noteOf,
  plantNotes,
  times,
  withinSeconds,
} from '../support/hostile-notes.ts';

const SECONDS = 10;
/** No grammar knows it: names are those of the notes. */
const PLAIN_FILE = 'src/a.xyz';
const QUERIES = [
  ['read', FILE],
  ['read', FILE, 'a'],
  ['read', PLAIN_FILE, '--lines', '1:2'],
  ['summary', FILE],
  ['deps', FILE],
  ['history', FILE],
];

const dots = '.'.repeat(900_000);
const nuls = '\0'.repeat(900_000);
const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(12_000).slice(0, 300_000);
const oneOff = `${letters.slice(0, 150_000)}x${letters.slice(150_001)}`;
const plainRegion = { file: PLAIN_FILE, lines: { start: 1, end: 2 }, intent: 'why' };

function recordLinkedTo(ids: readonly number[]): string {
  const linked = ids.map(id => `  - ${(0x10000000 + id).toString(16)}`).join('\n');
  return `---\nid: r\ntitle: t\nstatus: accepted\nlinked_commits:\n${linked}\n---\n\n# t\n\n## Context\n\nx\n`;
}

const CASES: Record<string, HostileNotes> = {
  'a related annotation whose anchor is 900,000 dots': {
    notes: [noteOf([{ intent: 'why', related_annotations: [{ commit: 'abcdef0', anchor: dots }] }])],
  },
  'a related annotation whose anchor is 900,000 dots and a letter': {
    notes: [noteOf([{ intent: 'why', related_annotations: [{ commit: 'abcdef0', anchor: `${dots}x` }] }])],
  },
  'a concern about 900,000 dots': {
    notes: [noteOf([{ intent: 'why' }], { cross_cutting: [{ description: 'all', regions: [FILE, dots] }] })],
  },
  '900,000 NUL bytes and a letter': { notes: [`${nuls}x`] },
  '900,000 NUL bytes and a letter after good JSON': {
    notes: [`${JSON.stringify(noteOf([{ intent: 'why' }]))}${nuls}x`],
  },
  '900,000 spaces and a letter in every text': {
    notes: ['intent', 'reasoning', 'risk_notes'].map(field =>
      noteOf([{ intent: 'why', [field]: `a${' '.repeat(900_000)}x` }]),
    ),
  },
  'two names of 300,000 letters that differ in one, in a file without grammar': {
    notes: [
      noteOf([{ ...plainRegion, ast_anchor: { name: letters } }]),
      noteOf([{ ...plainRegion, ast_anchor: { name: oneOff } }]),
      noteOf([{ intent: 'why', semantic_dependencies: [{ file: PLAIN_FILE, anchor: oneOff }] }]),
    ],
  },
  '5,000 names in a file without grammar, and 12,000 dependencies on names that are near': {
    notes: [
      noteOf(times(5_000, at => ({ ...plainRegion, ast_anchor: { name: `abcdefghij${at + 10_000}k` } }))),
      noteOf(
        times(12, part => ({
          intent: 'why',
          semantic_dependencies: times(1_000, at => ({
            file: PLAIN_FILE,
            anchor: `abcdefghij${at + 1_000 * part + 20_000}k`,
          })),
        })),
      ),
    ],
  },
  '40,000 equal dependencies in one region': {
    notes: [noteOf([{ intent: 'why', semantic_dependencies: times(40_000, () => ({ file: FILE })) }])],
  },
  '40,000 equal dependencies in 40 regions of each of four notes': {
    notes: times(4, at =>
      noteOf(
        times(40, () => ({
          intent: `why ${at}`,
          semantic_dependencies: times(1_000, () => ({ file: FILE })),
        })),
      ),
    ),
  },
  '12,000 related annotations to a note of 10,000 regions': {
    notes: [
      noteOf(times(10_000, at => ({ file: 'src/b.js', ast_anchor: { name: `f${at}` }, intent: 'i' }))),
      ([commit]) =>
        noteOf([{ intent: 'why', related_annotations: times(12_000, at => ({ commit, anchor: `f${at}` })) }]),
    ],
  },
  '5,000 regions that each refer to 5,000 regions of one name': {
    notes: [
      noteOf(times(5_000, at => ({ ast_anchor: { name: 'a' }, intent: `i${at}` }))),
      ([commit]) =>
        noteOf(
          times(5_000, at => ({
            ast_anchor: { name: 'a' },
            intent: `j${at}`,
            related_annotations: [{ commit, anchor: 'a' }],
          })),
        ),
    ],
  },
  '30,000 constraints and 7,000 corrections in one region': {
    notes: [
      noteOf([
        {
          intent: 'why',
          constraints: times(30_000, at => `c${at}`),
          corrections: times(7_000, at => ({
            field: 'constraints',
            correction_type: 'flag',
            target_value: `c${at}`,
          })),
        },
      ]),
    ],
  },
  '1,000 constraints and 1,000 corrections of all of them in 17 regions of each of four notes': {
    notes: times(4, part =>
      noteOf(
        times(17, at => ({
          intent: `why ${part} ${at}`,
          constraints: times(1_000, number => `c${number}`),
          corrections: times(1_000, () => ({ field: 'constraints', correction_type: 'flag' })),
        })),
      ),
    ),
  },
  'decision records that are linked to 40,000 commits that are not there': {
    notes: [times(40, at => recordLinkedTo(times(1_000, id => 1_000 * at + id))).join('\n')],
  },
};

test.each(Object.keys(CASES))('every query of a file ends: %s', async name => {
  const { notes, files } = CASES[name]!;
  const repo = await plantNotes({ notes, files: { [PLAIN_FILE]: 'one\ntwo\nthree\n', ...files } });
  for (const query of QUERIES) {
    const { status, stderr } = withinSeconds(SECONDS, repo, [...query, '--json']);
    expect({ query, status, stderr }).toEqual({ query, status: 0, stderr: '' });
  }
});
