// Medians, and the table in which they stand beside what they are measured against, with the aim and whether it is met.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

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

export type Command = readonly [program: string, ...args: string[]];

/** Medians of commands run in turn, so that a slow moment of the machine is in all of them. */
export function race<Name extends string>(
  runs: number,
  where: { cwd: string; env: Record<string, string> },
  commands: Record<Name, Command>,
): Record<Name, number> {
  const all = Object.entries<Command>(commands).map(([name, command]) => ({
    name,
    command,
    times: [] as number[],
  }));
  for (let run = 0; run < runs; run++) {
    for (const { name, command, times } of all) {
      const [program, ...args] = command;
      const started = performance.now();
      const { status, stderr } = spawnSync(program, args, { ...where, maxBuffer: 1 << 28 });
      times.push(performance.now() - started);
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
    }
  }
  return Object.fromEntries(all.map(({ name, times }) => [name, median(times)])) as Record<Name, number>;
}

type Row = { what: string; measured: string; ratio: string; aim: string; met: string };

/** What a table shows; of those with an aim, `bench/run.mjs` counts which are met. */
export class Table {
  readonly rows: Row[] = [];

  /** An aim such as `1.15 x` is about the ratio, one such as `0.6 ms` about the time. */
  add(what: string, ms: number, floor: number, aim: string): void {
    const [, most, unit] = /([\d.]+) (x|ms|s)\b/.exec(aim) ?? [];
    const measured = { x: ms / floor, ms, s: ms / 1000 }[unit ?? ''];
    const isMet = measured === undefined ? undefined : measured <= Number(most);
    this.#push({ what, measured: `${ms.toFixed(2)} ms`, ratio: `${(ms / floor).toFixed(3)} x`, aim }, isMet);
  }

  /** What is not a time: bytes, processes. */
  count(what: string, value: number, unit: string, most?: number): void {
    const aim = most === undefined ? '' : `${most} ${unit}`;
    const isMet = most === undefined ? undefined : value <= most;
    this.#push({ what, measured: `${Number(value.toFixed(2))} ${unit}`, ratio: '', aim }, isMet);
  }

  skip(what: string, why: string, aim: string): void {
    this.#push({ what, measured: `not measured: ${why}`, ratio: '', aim }, undefined);
  }

  #push(row: Omit<Row, 'met'>, isMet: boolean | undefined): void {
    const whole = { ...row, met: isMet === undefined ? '' : isMet ? 'ok' : 'missed' };
    this.rows.push(whole);
    const record = process.env.BENCH_ROWS;
    if (record) appendFileSync(record, `${JSON.stringify(whole)}\n`);
  }
}
