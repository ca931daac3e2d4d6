import { CHANGED_FILES } from '../../annotation/changed-files.ts';
import type { Region } from '../../annotation/schema.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { unitsOfSameName } from '../../syntax/anchor.ts';
import { type ReadRecord, readRecords } from '../placing/read-records.ts';
import type { Snapshot } from '../snapshot.ts';

export type Reference = NonNullable<Region['related_annotations']>[number];

/** The annotated object that a reference leads to, if any, its notes, and which of their regions are meant. */
export type Target = { object?: string; read: readonly ReadRecord[]; regions: readonly Region[] };

export type References = {
  resolve(reference: Reference): Promise<Target>;
  /** The same for all regions of an object that have the same file and name. */
  keyOf(object: string, regions: readonly Region[]): string;
};

/** Regions that the references of one answer lead to: beyond that they count as unresolved. */
const MOST_REGIONS = 100_000;

/** Takes references of one answer; each note that they name is taken apart once, each spelling resolved once. */
export function references(snapshot: Snapshot): References {
  const notes = new Map<string, Promise<Note>>();
  const targets = new Map<string, Promise<Target>>();
  const numbers = new Map<string, number>();
  /** Many references lead to the same regions, which may be many. */
  const keys = new WeakMap<readonly Region[], string>();
  let left = MOST_REGIONS;

  const resolve = async (reference: Reference): Promise<Target> => {
    const records = findRecords(snapshot, reference.commit);
    const name = records.map(({ source, object }) => `${source} ${object}`).join(' ');
    const opening = notes.get(name) ?? openNote(snapshot, records);
    notes.set(name, opening);
    const note = await opening;
    const regions = left > 0 ? meantBy(reference, note) : [];
    left -= regions.length;
    return { object: note.object, read: note.read, regions };
  };
  return {
    resolve(reference) {
      const spelling = JSON.stringify([reference.commit, reference.file, reference.anchor]);
      const known = targets.get(spelling) ?? resolve(reference);
      targets.set(spelling, known);
      return known;
    },
    keyOf(object, regions) {
      const known = keys.get(regions);
      if (known !== undefined) return known;
      const places = regions.map(({ file, ast_anchor }) => {
        const place = JSON.stringify([file, ast_anchor?.name]);
        const number = numbers.get(place) ?? numbers.size;
        numbers.set(place, number);
        return number;
      });
      const key = [object, ...places].join(' ');
      keys.set(regions, key);
      return key;
    },
  };
}

/** The notes of an object, their regions, and those of them that have a name. */
type Note = Target & { named: readonly { name: string; region: Region }[] };

async function openNote(snapshot: Snapshot, records: readonly NoteRecord[]): Promise<Note> {
  const read = await readRecords(snapshot, records);
  const regions = read.flatMap(({ reading }) =>
    reading.annotations.flatMap(annotation => annotation.regions),
  );
  const named = regions.flatMap(region =>
    region.ast_anchor ? [{ name: region.ast_anchor.name, region }] : [],
  );
  return { object: records[0]?.object, read, regions, named };
}

/** By full or shortened id of the commit, or by the name of an annotation; what is short must be the only one. */
function findRecords({ index }: Snapshot, reference: string): NoteRecord[] {
  const exact = index.byObject(reference);
  const named = exact.length > 0 ? exact : index.byRecordId(reference);
  if (named.length > 0 || !/^[0-9a-f]{7,}$/.test(reference)) return named;
  const [first, ...others] = index.byObjectPrefix(reference);
  return first && others.every(other => other.object === first.object) ? [first, ...others] : [];
}

function meantBy({ file: wanted, anchor }: Reference, { regions, named }: Note): readonly Region[] {
  const alike = anchor === undefined ? regions : unitsOfSameName(named, anchor).map(({ region }) => region);
  if (wanted === undefined) return alike;
  return alike.filter(({ file }) => file === wanted || file === CHANGED_FILES);
}
