// A kept answer is the one that would be made: whatever happens to a repository, it is never given beyond that.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/commands/main.ts';
import { findAnswer } from '../../src/kept/answers.ts';
import type { Looked } from '../../src/kept/asked.ts';
import { askedCommand } from '../../src/kept/command.ts';
import { keepAnswer } from '../../src/kept/keep-answer.ts';
import { FILES, happen, makeRoom, type Room } from '../support/happenings.ts';
import { ALL_HAPPENINGS } from './all-happenings.ts';
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
  const known = asked && findAnswer(asked)?.bytes.toString();
  if (known === undefined) {
    await run(words, room, cwd, (text, looked) => asked && keepAnswer(asked, text, looked));
    return false;
  }
  expect(known, words.join(' ')).toBe(await run([...words, '--no-cache'], room, cwd));
  return true;
}

const step = fc.record({
  what: fc.constantFrom(...Object.keys(ALL_HAPPENINGS)),
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
      ALL_HAPPENINGS.region?.(room, 'a.ts');
      ALL_HAPPENINGS.dependency?.(room, 'lib/b.ts');
      for (const { what, file, questions, place } of steps) {
        const worktree = room.worktrees[place === 3 ? 1 : 0] ?? room.repo;
        const all = questions.map(at => QUESTIONS[at]!);
        // What is asked before something happens is what it may make stale.
        for (const phase of ['before', 'after']) {
          if (phase === 'after') happen(room, ALL_HAPPENINGS, what, file);
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
