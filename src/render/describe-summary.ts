import type { SummaryAnswer } from '../answers.ts';
import { type Block, field } from './blocks.ts';
import { describeConstraints, describeNotice, stateBadge, title } from './describe-read.ts';
import { range } from './phrases.ts';

const MOST_NAMES = 12;

/** A file as a list of its units, a directory as a tree that shows at a glance what is covered. */
export function describeSummary(answer: SummaryAnswer): Block[] {
  const { directory } = answer.scope;
  return [
    directory === undefined
      ? title({ ...answer.scope, file: answer.scope.file ?? '' })
      : { kind: 'title', text: directory, detail: coverage(answer) },
    ...(directory === undefined ? [] : tree(answer, directory)),
    ...answer.units.flatMap(unit => describeUnit(unit, directory !== undefined)),
    ...(directory === undefined ? unannotated(answer) : []),
    ...(answer.notices ?? []).map(describeNotice),
  ];
}

function coverage({ stats }: SummaryAnswer): string {
  return `${stats.annotated_files} of ${stats.files} files annotated, ${stats.annotated_units} units`;
}

function describeUnit(unit: SummaryAnswer['units'][number], showFile: boolean): Block[] {
  const where = unit.lines ? ` ${range(unit.lines)}` : '';
  const file = showFile && unit.file !== undefined && unit.anchor.type !== 'file' ? `${unit.file}  ` : '';
  return [
    {
      kind: 'item',
      text: `${file}${unit.anchor.name}${where}`,
      badges: [stateBadge(unit.freshness), { text: unit.last_modified.slice(0, 10), tone: 'quiet' }],
    },
    { kind: 'text', text: unit.intent },
    ...describeConstraints(unit.constraints ?? []),
    ...field('Risk', unit.risk_notes ? [{ text: unit.risk_notes, tone: 'warn' as const }] : []),
  ];
}

function unannotated({ unannotated: names = [], stats }: SummaryAnswer): Block[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return [
    { kind: 'section', text: `Not annotated: ${stats.unannotated_units} of ${stats.ast_units} units` },
    ...field('', [`${names.slice(0, MOST_NAMES).join(', ')}${more}`]),
  ];
}

type Node = { children: Map<string, Node>; units: number; file: boolean };

/** Every file of the directory, with the number of its annotated units. */
function tree(answer: SummaryAnswer, directory: string): Block[] {
  const root = node(false);
  const base = directory === '.' ? '' : `${directory}/`;
  for (const unit of answer.units) if (unit.file) insert(root, unit.file.slice(base.length), 1);
  for (const file of answer.unannotated ?? []) insert(root, file.slice(base.length), 0);
  const lines: { text: string; tone?: 'quiet' | 'good' }[] = [];
  draw(root, '', lines);
  return lines.length === 0 ? [] : [{ kind: 'lines', lines }];
}

function node(file: boolean): Node {
  return { children: new Map(), units: 0, file };
}

function insert(root: Node, path: string, units: number): void {
  let at = root;
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const next = at.children.get(name) ?? node(index === names.length - 1);
    at.children.set(name, next);
    next.units += units;
    at = next;
  }
}

function draw(at: Node, indent: string, lines: { text: string; tone?: 'quiet' | 'good' }[]): void {
  const entries = [...at.children].sort(
    ([a, x], [b, y]) => Number(x.file) - Number(y.file) || (a < b ? -1 : 1),
  );
  for (const [index, [name, child]] of entries.entries()) {
    const last = index === entries.length - 1;
    const mark = child.units > 0 ? `● ${child.units}` : '○';
    const label = child.file ? name : `${name}/`;
    lines.push({
      text: `${indent}${last ? '└─ ' : '├─ '}${label}  ${mark}`,
      tone: child.units > 0 ? 'good' : 'quiet',
    });
    draw(child, `${indent}${last ? '   ' : '│  '}`, lines);
  }
}
