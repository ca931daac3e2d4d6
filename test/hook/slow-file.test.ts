// One slow file never silences the hook for others, and is asked about again when it changes.
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FakeGit } from '../support/fake-git.ts';
import { about, hook, told } from '../support/hook.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const [SLOW, OTHER, PLAIN] = ['slow.ts', 'other.ts', 'plain.ts'];
const SAID = 'The slot is given back first';
const UNVERIFIED = '(recorded by name, place not verified)';

let repo: Repository;
let git: FakeGit;
let home: string;
const edit = (...names: string[]) =>
  names.length === 1
    ? about('Edit', { file_path: join(repo.path, names[0] ?? ''), old_string: 'return 1', new_string: 'x' })
    : about('apply_patch', { command: patchOf(names) });

function patchOf(names: readonly string[]): string {
  const parts = names.map(
    name => `*** Update File: ${join(repo.path, name)}\n@@\n-  return 1;\n+  return 2;\n`,
  );
  return `*** Begin Patch\n${parts.join('')}*** End Patch\n`;
}

beforeEach(async () => {
  repo = await buildRepository('unborn');
  git = new FakeGit();
  home = temporaryDirectory();
  const code = (name: string) => `export function ${name}() {\n  return 1;\n}\n`;
  const commit = repo.commit('Add', { [SLOW]: code('slow'), [OTHER]: code('other'), [PLAIN]: code('plain') });
  const regions = [SLOW, OTHER].map(file => ({
    file,
    lines: { start: 1, end: 3 },
    constraints: [`${SAID} in ${file}`],
  }));
  repo.annotate(commit, { schema: 'ultragit/v1', regions });
  repo.git('repack', '-adq');
});

/** Where blame hangs; a machine that is too busy to come to it before the deadline gets more time. */
function lateAt(...names: string[]) {
  git.breaks('hang', 'blame');
  for (const factor of ['0.2', '1', '5']) {
    home = temporaryDirectory();
    const run = hook(edit(...names), { home, env: { PATH: git.path, ULTRAGIT_DEADLINE_FACTOR: factor } });
    if (!git.hasHung()) continue;
    expect(git.isHanging()).toBe(false);
    git.works();
    return run;
  }
  throw new Error('Blame was never asked.');
}

const again = (...names: string[]) => hook(edit(...names), { home, args: ['--verbose'] });

test('others are heard at once, and the slow one when it changes', () => {
  lateAt(SLOW);
  expect(told(edit(OTHER), { home })).toContain(`${SAID} in ${OTHER}`);
  expect(told(edit(PLAIN), { home })).toBeUndefined();
  expect(again(SLOW).stdout).toContain(`${SAID} in ${SLOW} ${UNVERIFIED}`);
  expect(again(SLOW, OTHER).stdout).toContain(`${SAID} in ${OTHER}`);
  expect(again(SLOW, OTHER).stdout).not.toContain(`${SAID} in ${OTHER} ${UNVERIFIED}`);
  expect(again(SLOW, OTHER).stdout).toContain(`${SAID} in ${SLOW} ${UNVERIFIED}`);
  utimesSync(join(repo.path, SLOW), 1_800_000_000, 1_800_000_000);
  expect(told(edit(SLOW), { home })).toContain(`${SAID} in ${SLOW}`);
  expect(told(edit(SLOW), { home })).not.toContain(UNVERIFIED);
});

test('at its deadline it says what is recorded by name, and that its place is not verified', () => {
  const { status, stdout, stderr } = lateAt(SLOW);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`ask ultragit_read about ${SLOW}`);
  expect(stdout).toContain(`${SAID} in ${SLOW} ${UNVERIFIED}`);
});

test('what was taken back since is not said by name', () => {
  repo.annotate('HEAD', {
    schema: 'ultragit/v1',
    regions: [
      {
        file: SLOW,
        lines: { start: 1, end: 3 },
        constraints: [`${SAID} in ${SLOW}`, 'One more'],
        corrections: [{ field: 'constraints[0]', correction_type: 'remove', reason: 'No longer so' }],
      },
    ],
  });
  const { stdout } = lateAt(SLOW);
  expect(stdout).toContain(`One more ${UNVERIFIED}`);
  expect(stdout).not.toContain(SAID);
});

test('of a patch, the files behind the slow one are named, too', () => {
  const { stdout } = lateAt(SLOW, OTHER);
  expect(stdout).toContain(`ask ultragit_read about ${SLOW}`);
  expect(stdout).toContain(`ask ultragit_read about ${OTHER}`);
});

test('a slow file that no note names is silent', () => {
  expect(lateAt(PLAIN)).toEqual({ status: 0, stdout: '', stderr: '' });
});
