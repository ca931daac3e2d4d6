// A kept answer is the one that would be made: whatever happens to a repository, it is never given beyond that.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/commands/main.ts';
import type { Looked } from '../../src/kept/asked.ts';
import { askedCommand } from '../../src/kept/command.ts';
import { FILES, HAPPENINGS, happen, makeRoom, type Room } from '../support/happenings.ts';
import '../support/properties.ts';

/** Where in the repository, and what. */
const QUESTIONS: readonly (readonly [place: string, ...words: string[]])[] = [
  ['', 'read', 'a.ts'],
  ['', 'read', 'a.ts', 'a1', '--json', '--depth', '2'],
  ['lib', 'read', 'b.ts'],
  ['', 'read', 'a.ts', 'c.txt', '--verbose', '--json'],
  ['', 'deps', 'lib/b.ts', 'b1'],
  ['', 'deps', 'c.txt', '--json'],
  ['', 'summary', '.'],
  ['', 'summary', 'lib', '--json'],
  ['lib', 'summary', '../a.ts'],
  ['', 'history', 'a.ts', 'a1'],
  ['', 'why', 'a.ts:2'],
  ['', 'search', 'rule'],
];

/** A step of the same size, so that only its bytes or its time tell. */
function sameSize({ repo, turn }: Room, file: string): void {
  const path = join(repo.path, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/return ./, `return ${turn % 10}`));
}

const MORE: typeof HAPPENINGS = {
  nothing: () => undefined,
  sameSize,
  sameSizeAndTime: (room, file) => {
    sameSize(room, file);
    utimesSync(join(room.repo.path, file), 1_700_000_000, 1_700_000_000);
  },
  replaced: ({ repo, turn }, file) => {
    const path = join(repo.path, file);
    writeFileSync(`${path}.new`, `// ${turn}\n`);
    renameSync(`${path}.new`, path);
  },
  revert: ({ repo }, file) => repo.git('checkout', '-q', '--', file),
  deleted: ({ repo }, file) => repo.remove(file),
  unreadable: ({ repo }, file) => chmodSync(join(repo.path, file), 0o000),
  readable: ({ repo }, file) => chmodSync(join(repo.path, file), 0o644),
  link: ({ repo }, file) => {
    repo.remove(file);
    symlinkSync(join(repo.path, 'd.ts'), join(repo.path, file));
  },
  directory: ({ repo }, file) => {
    repo.remove(file);
    mkdirSync(join(repo.path, file));
  },
  movedDirectory: ({ repo, turn }) => {
    renameSync(join(repo.path, 'lib'), join(repo.path, `lib${turn}`));
    symlinkSync(`lib${turn}`, join(repo.path, 'lib'));
  },
  newFile: ({ repo, turn }) => repo.write(`lib/new${turn}.ts`, 'export const x = 1;\n'),
  added: ({ repo }) => repo.git('add', '-A'),
  stash: ({ repo }) => repo.git('stash', '-q'),
  tag: ({ repo, turn }) => repo.git('tag', `v${turn}`),
  reset: ({ repo }) => repo.git('reset', '-q', '--hard', 'HEAD~1'),
  reflogGone: ({ repo }) => repo.git('reflog', 'expire', '--expire=now', '--all'),
  prune: ({ repo }) => repo.git('prune', '--expire=now'),
  otherBranch: ({ repo }) => repo.git('update-ref', 'refs/heads/other', 'HEAD'),
  otherBranchGone: ({ repo }) => repo.git('update-ref', '-d', 'refs/heads/other'),
  remoteBranch: ({ repo }) => repo.git('update-ref', 'refs/remotes/origin/x', 'HEAD'),
  amendedAndBack: ({ repo, turn }) => {
    const head = repo.git('rev-parse', 'HEAD');
    repo.git('commit', '-q', '--amend', '--allow-empty', '-m', `Amended ${turn}`);
    repo.git('reset', '-q', '--soft', head);
  },
  shallow: ({ repo }) => writeFileSync(join(repo.path, '.git/shallow'), `${repo.git('rev-parse', 'HEAD')}\n`),
  deep: ({ repo }) => rmSync(join(repo.path, '.git/shallow'), { force: true }),
  userConfig: ({ repo, home }) => {
    repo.write('revs', `${repo.git('rev-parse', 'HEAD')}\n`);
    appendFileSync(join(home, '.gitconfig'), '[blame]\n\tignoreRevsFile = revs\n');
  },
  usersRevs: ({ repo }) => repo.write('revs', `${repo.git('rev-parse', 'HEAD~1')}\n`),
  noUserConfig: ({ home }) => rmSync(join(home, '.gitconfig'), { force: true }),
  noIgnoredRevs: ({ repo }) => repo.remove('.git-blame-ignore-revs'),
  halfLife: ({ repo, turn }) => repo.git('config', 'ultragit.recencyHalfLife', String(turn)),
  most: ({ repo, turn }) =>
    repo.write('.ultragit-config.toml', `[ultragit.read]\nmax_tokens = ${200 + turn}\n`),
  annotatedThenAmended: (room, file) => {
    HAPPENINGS.region?.(room, file);
    HAPPENINGS.amend?.(room, file);
  },
};

const ALL = { ...HAPPENINGS, ...MORE };

/** Later than it is, so that what changed a moment ago is not taken for what may still change. */
const user = () => ({ uid: process.getuid?.(), now: Date.now() + 10_000 });

async function run(
  words: readonly string[],
  room: Room,
  cwd: string,
  keep?: (text: string, looked: Looked) => void,
) {
  let stdout = '';
  const env = { PATH: process.env.PATH, HOME: room.home };
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
    ...{ env, cwd, home: room.home, platform: process.platform, keep },
  };
  await wholeProgram(io).parseAsync([...words], { from: 'user' });
  return stdout;
}

/** Whether the answer was known; throws where it is not the one that would be made. */
async function isKnown(room: Room, cwd: string, words: readonly string[]): Promise<boolean> {
  const env = { PATH: process.env.PATH, HOME: room.home };
  const asked = askedCommand({ words, env, cwd, build: 'b', user: user() });
  const known = asked?.answer()?.text;
  if (known === undefined) {
    await run(words, room, cwd, (text, looked) => asked?.keep(text, looked));
    return false;
  }
  expect(known, words.join(' ')).toBe(await run([...words, '--no-cache'], room, cwd));
  return true;
}

const step = fc.record({
  what: fc.constantFrom(...Object.keys(ALL)),
  file: fc.constantFrom(...FILES),
  questions: fc.uniqueArray(fc.nat(QUESTIONS.length - 1), { minLength: 2, maxLength: 3 }),
  place: fc.nat(3),
});

test('an answer is never given beyond what it was made of', { timeout: 1_200_000 }, async () => {
  let known = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), async steps => {
      const room = await makeRoom();
      const trail: string[] = [];
      HAPPENINGS.region?.(room, 'a.ts');
      HAPPENINGS.dependency?.(room, 'lib/b.ts');
      for (const { what, file, questions, place } of steps) {
        const worktree = room.worktrees[place === 3 ? 1 : 0] ?? room.repo;
        const all = questions.map(at => QUESTIONS[at]!);
        // What is asked before something happens is what it may make stale.
        for (const phase of ['before', 'after']) {
          if (phase === 'after') happen(room, ALL, what, file);
          trail.push(`${phase} ${what} ${file}`);
          for (const [inside, ...words] of all) {
            asked++;
            const cwd = join(worktree.path, inside);
            await isKnown(room, cwd, words).then(
              found => found && known++,
              error => {
                throw new Error(`${trail.join(', ')}: ${words.join(' ')}\n${error}`);
              },
            );
          }
        }
      }
      rmSync(room.home, { recursive: true, force: true });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 3), endOnFailure: true },
  );
  expect(known).toBeGreaterThan(asked / 10);
});
