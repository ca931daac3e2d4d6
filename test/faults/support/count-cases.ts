// Prints at the end of the run how much was tried. A test that tries many cases says how many in its `meta`.
import type { Reporter, TestCase } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** One, unless the test says otherwise. */
    cases?: number;
    /** What was reached, to be printed. */
    figures?: string;
  }
}

class Tally {
  readonly #figures: string[] = [];
  /** Why tests were skipped, and how many. */
  readonly #lacking = new Map<string, number>();
  #cases = 0;
  #failures = 0;

  count(test: TestCase): void {
    const { cases = 1, figures } = test.meta();
    const result = test.result();
    if (result.state === 'skipped') {
      const why = result.note ?? 'not chosen';
      this.#lacking.set(why, (this.#lacking.get(why) ?? 0) + 1);
      return;
    }
    this.#cases += cases;
    if (result.state !== 'passed') this.#failures += 1;
    if (figures) this.#figures.push(`${test.fullName}: ${figures}`);
  }

  addErrors(count: number): void {
    this.#failures += count;
  }

  get text(): string {
    const lacking = [...this.#lacking].map(([why, tests]) => `not tried: ${tests} tests (${why})`);
    const total = `cases tried: ${this.#cases}, failures: ${this.#failures}`;
    return `\n${[...this.#figures, ...lacking, total].join('\n')}\n`;
  }
}

const reporter: Reporter = {
  onTestRunEnd(modules, errors) {
    const tally = new Tally();
    for (const module of modules) for (const test of module.children.allTests()) tally.count(test);
    tally.addErrors(errors.length);
    process.stdout.write(tally.text);
  },
};

// biome-ignore lint/style/noDefaultExport: a reporter that a config names by its file is the default export of it
export default class {
  onTestRunEnd = reporter.onTestRunEnd;
}
