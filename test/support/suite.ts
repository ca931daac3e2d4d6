// What both tiers have in common: how their files are spread over processes, and what is done before and after.
import { basename } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENT } from './patient.ts';

/** How the names of a tier's files end; those of `npm run test:all` are matrices, long property tests, kills and races. */
type Tier = { ending: string; exclude: string[] };

export const DEFAULT: Tier = { ending: '.test.ts', exclude: ['**/*.thorough.test.ts'] };
export const THOROUGH: Tier = { ending: '.thorough.test.ts', exclude: [] };

/** Those that take longest: begun last, one of them would keep one core busy when all else is done. */
const LONGEST = [
  'squash-merges.thorough.test.ts',
  'walk.thorough.test.ts',
  'silence.thorough.test.ts',
  'hostile-notes.thorough.test.ts',
  'annotate.thorough.test.ts',
  'endurance.thorough.test.ts',
  'churn.thorough.test.ts',
];

/**
 * The files of these directories share a process and its modules, because loading them takes 0.4 s for each. Files that
 * start many processes gain nothing by it: starting one takes the longer the larger this process is. Those of syntax/
 * watch when its one WebAssembly module is made.
 */
const MOSTLY_PURE = ['annotation', 'glob', 'pipeline', 'render'];

/** These share one browser. */
const BROWSER = 'page-browser';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(basename(moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export function suite({ ending, exclude }: Tier): ViteUserConfig {
  const filesOf = (directories: readonly string[]) => directories.map(name => `test/${name}/**/*${ending}`);
  const [shared, browser] = [filesOf(MOSTLY_PURE), filesOf([BROWSER])];
  const others = ['test/faults/**', ...shared, ...browser];
  return {
    test: {
      globalSetup: ['test/support/build.ts'],
      env: PATIENT,
      setupFiles: ['test/support/properties.ts', 'test/support/clean-up-hooks.ts'],
      // For test/support/clean-up-hooks.ts.
      execArgv: ['--expose-gc'],
      sequence: { sequencer: LongestFirst },
      // Most of a test is waiting for git, so three at a time keep two cores busy.
      maxWorkers: 3,
      // For what hangs: on a busy machine everything takes many times as long.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 600_000 } },
      exclude,
      projects: [
        { extends: true, test: { name: 'shared', include: shared, isolate: false } },
        { extends: true, test: { name: 'apart', include: [`test/**/*${ending}`], exclude: others } },
        {
          extends: true,
          test: { name: 'browser', include: browser, globalSetup: ['test/page-browser/support/launch.ts'] },
        },
      ],
    },
  };
}
