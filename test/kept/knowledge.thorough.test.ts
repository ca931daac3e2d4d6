// What an earlier process learned never changes an answer: whatever happens to a repository, a command that knows gives
// the same answer as one that knows nothing.
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/commands/main.ts';
import { FILES, happen, makeRoom, type Room } from '../support/happenings.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { ALL_HAPPENINGS } from './all-happenings.ts';
import '../support/properties.ts';

const QUESTIONS: readonly (readonly string[])[] = [
  ['read', 'a.ts', '--json'],
  ['read', 'a.ts', 'a1', '--json', '--verbose'],
  ['read', 'lib/b.ts', '--lines', '2:4', '--json'],
  ['deps', 'lib/b.ts', '--json'],
  ['summary', 'a.ts', '--json'],
  ['history', 'a.ts', '--json'],
  ['why', 'c.txt:1', '--json'],
];

const HAPPENINGS: typeof ALL_HAPPENINGS = {
  ...ALL_HAPPENINGS,
  elsewhere: ({ repo, turn }) => repo.commit('Elsewhere', { 'd.ts': `// ${turn}\n` }),
  takenBack: ({ repo, turn }, file) => {
    repo.commit('Try', { [file]: `// ${turn}\n` });
    repo.git('revert', '--no-edit', 'HEAD');
  },
  merged: ({ repo, turn }, file) => {
    repo.git('checkout', '-q', '-f', '-B', `side${turn}`, 'HEAD~1');
    repo.commit('On the side', { [`side${turn}.ts`]: `// ${file}\n` });
    repo.git('checkout', '-q', '-f', 'main');
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge', `side${turn}`);
  },
};

async function run(words: readonly string[], room: Room, home: string): Promise<string> {
  let stdout = '';
  const write = (text: string) => (stdout += text);
  const io = {
    stdout: { write },
    stderr: { write: () => true },
    ...{ env: { PATH: process.env.PATH, HOME: home }, cwd: room.repo.path, home, platform: process.platform },
  };
  await wholeProgram(io).parseAsync([...words], { from: 'user' });
  return stdout;
}

/** Commits are what knowledge is carried over. */
const COMMITS = ['commit', 'elsewhere', 'elsewhere', 'takenBack', 'merged', 'region', 'edit', 'amend'];

const step = fc.record({
  what: fc.constantFrom(...Object.keys(HAPPENINGS), ...COMMITS, ...COMMITS),
  file: fc.constantFrom(...FILES),
  question: fc.nat(QUESTIONS.length - 1),
});

test('a command that knows answers as one that knows nothing', { timeout: 1_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async steps => {
      const room = await makeRoom();
      const nowhere = temporaryDirectory();
      const trail: string[] = [];
      HAPPENINGS.commit?.(room, 'a.ts');
      HAPPENINGS.region?.(room, 'a.ts');
      for (const { what, file, question } of steps) {
        const words = QUESTIONS[question]!;
        await run(words, room, room.home);
        happen(room, HAPPENINGS, what, file);
        trail.push(`${what} ${file}`);
        const known = await run(words, room, room.home);
        const fresh = await run([...words, '--no-cache'], room, nowhere);
        expect(known, `${trail.join(', ')}: ${words.join(' ')}`).toBe(fresh);
      }
      rmSync(room.home, { recursive: true, force: true });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 2), endOnFailure: true },
  );
});

test('a line of commits elsewhere carries what is known of a file', { timeout: 300_000 }, async () => {
  const room = await makeRoom();
  const nowhere = temporaryDirectory();
  // The annotated commit owns lines of the file, until another one does.
  HAPPENINGS.commit?.(room, 'a.ts');
  HAPPENINGS.region?.(room, 'a.ts');
  const words = ['read', 'a.ts', '--json', '--verbose'];
  await run(words, room, room.home);
  for (const what of ['elsewhere', 'elsewhere', 'takenBack', 'elsewhere', 'merged', 'elsewhere']) {
    happen(room, HAPPENINGS, what, 'a.ts');
    expect(await run(words, room, room.home), what).toBe(await run([...words, '--no-cache'], room, nowhere));
  }
});
