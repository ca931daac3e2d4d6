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
  readonly #lines: string[] = [];
  #cases = 0;
  #failures = 0;
  #skipped = 0;

  count(test: TestCase): void {
    const { cases = 1, figures } = test.meta();
    const { state, ...result } = test.result();
    if (state === 'skipped') {
      this.#skipped += 1;
      this.#lines.push(
        `not tried: ${test.fullName}${'note' in result && result.note ? ` (${result.note})` : ''}`,
      );
      return;
    }
    this.#cases += cases;
    if (state !== 'passed') this.#failures += 1;
    if (figures) this.#lines.push(`${test.fullName}: ${figures}`);
  }

  addErrors(count: number): void {
    this.#failures += count;
  }

  get text(): string {
    const total = `cases tried: ${this.#cases}, failures: ${this.#failures}, tests not tried: ${this.#skipped}`;
    return `\n${[...this.#lines, total].join('\n')}\n`;
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
