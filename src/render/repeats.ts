import { type Block, plainText } from './blocks.ts';

/** What an annotation says of its unit; the rest of its blocks is about the annotation itself. */
const SAYS_OF_UNIT: ReadonlySet<string> = new Set([
  'Must hold',
  'Rejected',
  'Why',
  'Risk',
  'Open',
  'Relies on',
]);
const NEEDED = 'Must hold';

/** An annotation as blocks, and the unit that it is of, if it is of one. */
export type Described = { unit: string | undefined; blocks: readonly Block[] };

/** The blocks, without what an annotation of the same unit above has said in the same words: only that is left out. */
export function withoutRepeats(annotations: readonly Described[]): Block[] {
  const told = new Map<string, Set<string>>();
  return annotations.flatMap(({ unit, blocks }) => {
    if (unit === undefined) return blocks;
    const said = told.get(unit) ?? new Set();
    const shown = blocks.flatMap(block => unsaid(block, said));
    for (const text of blocks.flatMap(textsOf)) said.add(text);
    told.set(unit, said);
    return shown;
  });
}

function unsaid(block: Block, said: ReadonlySet<string>): Block[] {
  if (block.kind !== 'field' || !SAYS_OF_UNIT.has(block.label)) return [block];
  const texts = textsOf(block);
  const entries = block.entries.filter((_, index) => !said.has(texts[index] ?? ''));
  if (entries.length > 0) return [{ ...block, entries }];
  return block.label === NEEDED ? [{ kind: 'field', label: NEEDED, entries: [{ text: 'as above' }] }] : [];
}

function textsOf(block: Block): string[] {
  if (block.kind !== 'field') return [];
  return block.entries.map(({ mark = '', text, parts = [] }) =>
    JSON.stringify([block.label, mark, plainText(text), ...parts.map(plainText)]),
  );
}
