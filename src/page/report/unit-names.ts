import { unitsNamed } from '../../syntax/anchor.ts';
import type { FileData, GraphData } from '../data.ts';

/** The units of a file that somebody may ask about, those that it has today first: what is annotated, and what the graph shows. */
export function unitNames({ path, units, read }: FileData, { nodes }: GraphData): string[] {
  const named = read.regions.flatMap(({ anchor, file }) =>
    file === undefined && anchor ? [anchor.name] : [],
  );
  const drawn = nodes.flatMap(({ file, unit }) => (file === path && unit !== undefined ? [unit] : []));
  const today = named.flatMap(name => unitsNamed(units, name).map(unit => unit.name));
  return [...new Set([...today.sort(), ...[...named, ...drawn].sort()])];
}
