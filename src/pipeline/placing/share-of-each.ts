/** More than anybody wrote about one file; what all notes together may make of it is limited, too. */
export const MOST_OF_FILE = 20_000;

/** Of items that notes gave, in their order, as many of each note as there is room for; of every note at least the first. */
export function shareOfEach<T extends { note?: object }>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const counts = new Map<object | undefined, number>();
  const ranks = all.map(({ note }) => {
    const rank = counts.get(note) ?? 0;
    counts.set(note, rank + 1);
    return rank;
  });
  const share = Math.max(1, Uint32Array.from(ranks).sort()[most] ?? 1);
  return all.filter((_, at) => (ranks[at] ?? 0) < share);
}
