const ALL = process.env.PROPERTY_CASES === 'all';

/**
 * Of so many cases the first ones, always the same. The default and the thorough tier try a part of them; `npm run test:faults` tries all
 * (test/faults/properties.test.ts).
 */
export function some(all: number, part = 1 / 5): number {
  return ALL ? all : Math.ceil(all * part);
}

/** The same for a property. */
export function runs(all: number): { numRuns: number } {
  return { numRuns: some(all) };
}
