import type { LineRange } from '../../annotation/schema.ts';

/** Every line of a range, by its number; none where it ends before it starts. */
export function lineNumbers({ start, end }: LineRange): number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset);
}
