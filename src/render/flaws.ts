import { oneLine } from '../annotation/sanitise.ts';
import type { FlawedNotes } from '../answers.ts';
import { plural } from '../wording.ts';
import { type Block, field, type Inline, joined } from './blocks.ts';
import { name as code, dash, commit as idOf } from './phrases.ts';

/** What notes got wrong, a line each, as a compiler would say it. */
export function describeFlaws({
  flawed_notes: notes = [],
  more_flawed_notes: more,
}: Partial<FlawedNotes>): Block[] {
  if (notes.length === 0) return [];
  const lines = notes.flatMap(({ commit, source, flaws, more_flaws }) => {
    const note = idOf(commit, [code(source)]);
    const rest = more_flaws ? [joined([note, plural(more_flaws, 'more flaw')], ' ')] : [];
    return [...flaws.map(flaw => describe(note, flaw)), ...rest];
  });
  const others = more ? [`${plural(more, 'more note')} with flaws`] : [];
  return [{ kind: 'section', text: 'Flaws in notes' }, ...field('', [...lines, ...others])];
}

type Flaw = FlawedNotes['flawed_notes'][number]['flaws'][number];

function describe(note: Inline, { line, column, field: name, problem, done }: Flaw): Inline {
  const place = line === undefined ? undefined : `${line}:${column}`;
  const where = joined([note, place, name && [code(name)]], ' ');
  return dash(where, oneLine(`${problem}, ${done}`));
}
