import { defineConfig } from 'vitest/config';

/** What takes longer than a test may, and what it proves: test/faults/README.md. Alone on the machine, one file at a time. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/clean-up-hooks.ts'],
    reporters: ['verbose', './test/faults/support/count-cases.ts'],
    maxWorkers: 1,
    // On a busy machine a run takes hours, and what hangs is ended by the tests themselves.
    testTimeout: 4 * 3_600_000,
    hookTimeout: 180_000,
  },
});
