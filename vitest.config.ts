import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest: begun last, one of them would keep one core busy when all else is done. */
const LONGEST = [
  'squash-merges.test.ts',
  'churn.test.ts',
  'endurance.test.ts',
  'findings.test.ts',
  'interrupted.test.ts',
  'history-limits.test.ts',
];

/**
 * The files of these rooms share a process and its modules: loading them anew took 0.6 s for each. Files that start many
 * processes gain nothing by it, since a process that has grown takes longer to start another. Those of syntax/ watch when
 * its one WebAssembly module is made.
 */
const MOSTLY_PURE = ['annotation', 'glob', 'pipeline', 'render'].map(room => `test/${room}/**/*.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(basename(moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // `npm run test:faults` has those.
    exclude: ['test/faults/**'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/properties.ts', 'test/support/clean-up-hooks.ts'],
    // For test/support/clean-up-hooks.ts.
    execArgv: ['--expose-gc'],
    sequence: { sequencer: LongestFirst },
    // Most of a test is waiting for git, so three at a time keep two cores busy.
    maxWorkers: 3,
    // For what hangs: on a busy machine everything takes several times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'shared', include: MOSTLY_PURE, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: MOSTLY_PURE } },
    ],
  },
});
