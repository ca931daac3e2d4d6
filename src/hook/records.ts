/** From answers to single records, each one line, in the order of what an agent must not miss. */

import { oneLine } from '../annotation/sanitise.ts';
import type { ConstraintAnswer, CrossCutting, DependentAnswer, RegionAnswer } from '../answers.ts';
import { groupBy } from '../collections.ts';
import type { ReadAnswer } from '../query/read/answer.ts';
import { plural } from '../wording.ts';
import type { FileAnswers, SoFar } from './ask.ts';

type Kind = 'constraint' | 'rejected' | 'risk' | 'dependent' | 'concern';

/** `about` is the heading that it stands under. `id` stays the same when the code around it moves or changes. */
export type Item = { id: string; kind: Kind; file: string; about: string; text: string };

const ORDER: readonly Kind[] = ['constraint', 'rejected', 'risk', 'dependent', 'concern'];

/** What is longer is cut: the whole of it can be asked for. */
const LONGEST: Record<Kind, number> = {
  constraint: 500,
  rejected: 300,
  risk: 300,
  dependent: 240,
  concern: 240,
};

/**
 * Each once, the most important kind first, and of each kind the first of every unit before the second of any. What is
 * said of lines that are gone or elsewhere is not about this edit.
 */
export function itemsIn(files: readonly FileAnswers[]): Item[] {
  const all = files.flatMap(({ answers }) => answers.flatMap(itemsOf));
  const seen = new Set<string>();
  // The first is the one to be trusted most.
  const distinct = all.filter(({ id }) => !seen.has(id) && seen.add(id));
  const place = new Map<Item, number>();
  for (const group of groupBy(distinct, ({ file, about, kind }) =>
    JSON.stringify([file, about, kind]),
  ).values()) {
    for (const [at, item] of group.entries()) place.set(item, at);
  }
  const order = (item: Item) => ORDER.indexOf(item.kind) * MOST_OF_A_UNIT + (place.get(item) ?? 0);
  return distinct.sort((a, b) => order(a) - order(b));
}

const MOST_OF_A_UNIT = 1_000_000;

/** Of files that notes name, where there was no time to find out where in them that is: what is laid down, by name. */
export function itemsOfSlow({ named }: SoFar): Item[] {
  return [...named].flatMap(([target, { name, recorded }]) => {
    const file = oneLine(name);
    const item = (about: string, text: string): Item => ({
      ...{ id: JSON.stringify([target.path, about, text]), kind: 'constraint', file },
      ...{ about: oneLine(about), text: cut(oneLine(text), LONGEST.constraint) },
    });
    const rest = `Where this holds takes too long to find out: ask ultragit_read about ${file}`;
    return [
      ...recorded.map(({ about, text }) => item(about, `${text} (recorded by name, place not verified)`)),
      item('This file', recorded.length > 0 ? rest : `Notes name it. ${rest}`),
    ];
  });
}

function itemsOf(answer: ReadAnswer): Item[] {
  const { repository = '', file = '' } = answer.scope ?? {};
  const item = (kind: Kind, about: string, said: string, from: readonly unknown[] = [file]): Item => {
    const text = cut(oneLine(said), LONGEST[kind]);
    const id = JSON.stringify([repository, ...from, text]);
    return { id, kind, file: oneLine(file), about: oneLine(about), text };
  };
  const here = answer.regions.filter(({ freshness, moved_to: to }) => freshness.state !== 'gone' && !to);
  const others = (answer.dependencies_on_this ?? []).filter(({ state }) => state !== 'gone');
  return [
    ...here.flatMap(region => {
      const about = heading(region);
      // What is laid down for many files, or again by a later commit, is one record.
      return promises(region).map(([kind, text]) =>
        item(kind, about, text, [region.anchor?.name ?? region.file]),
      );
    }),
    ...(answer.trimmed?.units ?? []).map(unit => item('constraint', unit, 'more is recorded than fits here')),
    ...others.map(other => item('dependent', 'Other code relies on this', dependent(other))),
    ...(answer.cross_cutting ?? []).map(concern => item('concern', 'Spans several files', spanning(concern))),
  ];
}

function promises(region: RegionAnswer): [Kind, string][] {
  const { constraints = [], rejected_alternatives: rejected = [], risk_notes: risk } = region;
  return [
    ...constraints.map((item): [Kind, string] => ['constraint', constraint(item)]),
    ...rejected.map(({ alternative, reason }): [Kind, string] => [
      'rejected',
      `rejected before: ${alternative}${reason === undefined ? '' : ` (${reason})`}`,
    ]),
    ...(risk === undefined ? [] : [['risk', `risk: ${risk}`] as [Kind, string]]),
  ];
}

function constraint(item: ConstraintAnswer): string {
  if (typeof item === 'string') return `must hold: ${item}`;
  const doubts = [item.source === 'inferred' && 'inferred', item.corrected === 'flag' && 'in doubt'].filter(
    Boolean,
  );
  return `must hold${doubts.length > 0 ? ` (${doubts.join(', ')})` : ''}: ${item.text}`;
}

/** "MqttClient::connect (lines 42-50, intact, 1a2b3c4d5e6f of 2025-11-03)" */
function heading({
  file,
  anchor,
  current_lines: lines,
  current_ranges: ranges,
  freshness,
  ...origin
}: RegionAnswer): string {
  const place = lines ? rangeText(lines.start, lines.end) : ranges && `${plural(ranges.length, 'place')}`;
  const isWide = file?.endsWith('/') ?? false;
  const changed = freshness.changed === undefined ? '' : `: ${freshness.changed} lines`;
  const state = isWide ? undefined : `${freshness.state}${changed}`;
  const from = [origin.commit, origin.date && `of ${origin.date}`].filter(Boolean).join(' ');
  const facts = [place, state, from, origin.newer && 'annotated again since'].filter(Boolean);
  const whole = file === '/' ? 'The whole repository' : isWide ? `Everything in ${file}` : 'This file';
  return `${anchor?.name ?? whole} (${facts.join(', ')})`;
}

function rangeText(start: number, end: number): string {
  return start === end ? `line ${start}` : `lines ${start}-${end}`;
}

function dependent({ file, anchor, on, nature, state }: DependentAnswer): string {
  const who = anchor === undefined ? file : `${file} ${anchor}`;
  return `${who}${on === undefined ? '' : ` on ${on}`}: ${nature ?? 'depends on it'} (${state})`;
}

function spanning({ description, regions }: CrossCutting): string {
  const files = [...new Set(regions.map(({ file }) => file))];
  return `${description}${files.length > 0 ? ` (with ${files.slice(0, 4).join(', ')})` : ''}`;
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most)
        .replace(/[\ud800-\udbff]?\S*$/, '')
        .trimEnd()} …`;
}
