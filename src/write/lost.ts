/** Tells flaws that cost something from those that a reader puts up with, and says what to write instead. */

import { REGION, TOP } from '../annotation/dialects/ultragit-v1-names.ts';
import type { Flaw } from '../annotation/flaws.ts';
import { editDistance } from '../syntax/typos.ts';

const HARMLESS = /^(read as|each was read$)/;
const IGNORED_WITHOUT_LOSS = /^(a comma before|a byte order mark|NUL at the end)/;

/** Whether something that the writer said is not in any answer. */
export function isLost({ problem, done }: Flaw): boolean {
  return !HARMLESS.test(done) && !IGNORED_WITHOUT_LOSS.test(problem);
}

type Remedy = (flaw: Flaw, match: RegExpExecArray) => string;

/** By what is wrong (`problem`) and what was done; the first that fits. */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: Remedy])[] = [
  [/^unknown field/, ({ field = '' }) => nearestField(field)],
  [/^not the name of this field.*; read as (\w+)/, (_flaw, [, name]) => `Call it "${name}".`],
  [
    /^not the name of this field.*; ignored, (\w+) is/,
    (_flaw, [, name]) => `Put what it says into "${name}".`,
  ],
  [
    /^not of the form \{start, end\}/,
    () => 'Write {"start": 12, "end": 20}, or leave the lines out: the unit is enough.',
  ],
  [/^it ends before it starts/, () => 'Swap the two numbers.'],
  [/^there are no regions/, () => 'Write "regions": [{"file": "…", "intent": "…"}].'],
  [/^it has no file/, () => 'Name the file: "file": "src/…".'],
  [/^it has no (\w+)/, (_flaw, [, name]) => `Add "${name}".`],
  [/^none of (.+); /, (_flaw, [, values]) => `Write one of ${values}.`],
  [/^not a list/, () => 'Put it into [ ].'],
  [/^not a date/, () => 'Write it as 2026-01-31T12:00:00Z.'],
  [/^(unknown schema|the note has no schema|written in)/, () => 'Write "schema": "ultragit/v1".'],
  [/texts are in double quotes/, () => 'Put names and texts into double quotes.'],
  [/names are in double quotes/, () => 'Put the name into double quotes.'],
  [/a comma is missing/, () => 'Add a comma before it.'],
  [/a comma before a closing/, () => 'Take the comma out.'],
  [
    /looks like YAML|this is Markdown|should begin with/,
    () => 'Notes are JSON: {"schema": "ultragit/v1", "regions": […]}.',
  ],
  [/documents in one note/, () => 'Join them into one: `ultragit annotate` does that.'],
  [/^a raw /, () => 'Write \\n for a line break, \\t for a tab.'],
  [/^not an? (object|text|number)/, (_flaw, [, kind]) => `Make it an ${kind}.`.replace(/an (?=[tn])/, 'a ')],
  [/^a byte order mark|^NUL at/, () => 'Save it as plain UTF-8.'],
  [/conflict of a merge/, () => 'Take the markers out, and keep both sides as two regions.'],
];

/** What to write instead; nothing where that is plain from the problem. */
export function remedyFor(flaw: Flaw): string | undefined {
  const said = `${flaw.problem}; ${flaw.done}`;
  for (const [pattern, remedy] of REMEDIES) {
    const match = pattern.exec(said);
    if (match) return remedy(flaw, match);
  }
  return undefined;
}

function nearestField(field: string): string {
  const isTop = !/[.\]]/.test(field);
  const name = /(?<![^.[\]"])([^.[\]"]+)"?\]?$/.exec(field)?.[1] ?? field;
  return nearestOf(name, isTop ? TOP : REGION);
}

/** Which of the known names somebody may have meant. */
export function nearestOf(
  name: string,
  names: ReadonlyMap<string, { field: string; isWrong: boolean }>,
): string {
  const own = [...new Set([...names.values()].map(({ field }) => field))];
  const near = [...names]
    .map(([known, { field }]) => ({ field, distance: editDistance(known, name.slice(0, 80)) }))
    .sort((a, b) => a.distance - b.distance)
    .find(({ distance }) => distance <= Math.max(2, name.length / 3));
  return near ? `Did you mean "${near.field}"?` : `Known are ${own.join(', ')}.`;
}
