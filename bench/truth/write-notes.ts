// The drawn units, annotated: one note a commit, all by one `git fast-import`.
import type { Drawn } from './draw.ts';
import type { History } from './git.ts';
import type { Random } from './random.ts';
import { textOf } from './unit.ts';
import { type Place, placeIn, type Variant } from './variants.ts';

const REF = 'refs/notes/ultragit';

/** A unit that was annotated in one of the variants. */
export type Annotated = { id: string; drawn: Drawn; variant: Variant; place: Place };

export function writeNotes(
  history: History,
  drawn: readonly Drawn[],
  variants: readonly Variant[],
  random: Random,
): Annotated[] {
  const annotated: Annotated[] = [];
  const regions = new Map<string, object[]>();
  for (const one of drawn) {
    for (const variant of variants) {
      const place = placeIn(variant, one, random);
      if (!place) continue;
      const id = `${one.id}-${variant}`;
      annotated.push({ id, drawn: one, variant, place });
      const list = regions.get(one.commit) ?? [];
      regions.set(one.commit, list);
      list.push(regionOf(id, one, place));
    }
  }
  const parts = [`commit ${REF}\ncommitter Truth <truth@example.com> 1700000000 +0000\ndata 5\nTruth\n`];
  for (const [commit, list] of regions) {
    const note = JSON.stringify({ schema: 'ultragit/v1', context_level: 'enhanced', regions: list });
    parts.push(`N inline ${commit}\ndata ${Buffer.byteLength(note)}\n${note}\n`);
  }
  history.git(['fast-import', '--quiet', '--force'], `${parts.join('')}done\n`);
  return annotated;
}

function regionOf(id: string, { path, unit, version }: Drawn, { lines, anchored }: Place): object {
  const signature = textOf(version, { start: unit.start, end: unit.start })[0]
    ?.trim()
    .replace(/\s*[{:]?$/, '');
  return {
    file: path,
    ast_anchor: anchored ? { unit_type: unit.kind, name: unit.name, signature } : undefined,
    lines,
    intent: id,
    constraints: [{ text: id, source: 'author' }],
  };
}
