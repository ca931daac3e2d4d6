import type { RegionAnswer } from '../../src/answers.ts';
import { plural } from '../../src/wording.ts';
import type { AnnotatedUnit } from './units-of.ts';

/** What a card does not show at its level: "1 rejected, why, risk, 2 rely on this". */
export function whatElse({ regions, dependents }: AnnotatedUnit, level: 'line' | 'short' | 'whole'): string {
  if (level === 'whole') return '';
  const all = <Item>(of: (region: RegionAnswer) => readonly Item[] | undefined) =>
    regions.reduce((sum, region) => sum + (of(region)?.length ?? 0), 0);
  const counts: [number, string][] = [
    [level === 'line' ? all(region => region.constraints) : 0, 'must hold'],
    [all(region => region.rejected_alternatives), 'rejected'],
    [all(region => region.taken_back), 'taken back'],
  ];
  const parts = [
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
    ...(regions.some(({ reasoning }) => reasoning) ? ['why'] : []),
    ...(regions.some(({ risk_notes }) => risk_notes) ? ['risk'] : []),
    ...(dependents.length > 0
      ? [dependents.length === 1 ? '1 relies on this' : `${dependents.length} rely on this`]
      : []),
    ...(regions.length > 1 ? [plural(regions.length - 1, 'earlier annotation')] : []),
  ];
  const text = parts.join(', ');
  return text === '' ? 'Who and when' : text[0]?.toUpperCase() + text.slice(1);
}
