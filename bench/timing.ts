// Medians, and the table in which they stand beside what they are measured against.

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The median of as many runs, without what has to happen before each. */
export async function timed(
  times: number,
  act: () => Promise<unknown>,
  before: () => void = () => {},
): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < times; run++) {
    before();
    const started = performance.now();
    await act();
    values.push(performance.now() - started);
  }
  return median(values);
}

export class Table {
  readonly rows: { what: string; ms: string; ratio: string; aim: string }[] = [];

  add(what: string, ms: number, floor: number, aim: string): void {
    this.rows.push({ what, ms: ms.toFixed(2), ratio: `${(ms / floor).toFixed(3)} x`, aim });
  }
}
