import type { OverLimit } from './limits.ts';
import type { Mistakes } from './mistake.ts';
import type { Repair } from './repair.ts';
import type { Annotation } from './schema.ts';

export const MAX_NOTE_BYTES = 1024 * 1024;

/** What a note gave, and what had to be mended or left out to get it. */
export type NoteReading = {
  annotations: Annotation[];
  repairs: Repair[];
  mistakes: Mistakes;
  charactersRemoved: number;
  /** What was over the limits of a note, if anything was. */
  over?: OverLimit;
  /** Documents that were captured automatically, and left out. */
  captured?: number;
  /** Why nothing at all could be read. */
  problem?: string;
};

/** Whether a note is not as its writer should have written it. */
export function isFlawed({ repairs, mistakes }: NoteReading): boolean {
  return repairs.length + mistakes.list.length > 0;
}
