// The server gives a known answer while it is the one that would be made, from memory and from disk, and no longer.
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownAnswers } from '../../src/kept/known-answers.ts';
import { answerHere } from '../../src/mcp/answer-here.ts';
import type { Answering, WithPage } from '../../src/mcp/answering.ts';
import { type Connection, connect } from '../../src/mcp/connect.ts';
import { knownFirst } from '../../src/mcp/known-first.ts';
import { FILES, happen, makeRoom, type Room } from '../support/happenings.ts';
import type { Repository } from '../support/repository.ts';
import { ALL_HAPPENINGS } from './all-happenings.ts';
import '../support/properties.ts';

const CALLS = [
  { name: 'ultragit_read', arguments: { path: 'a.ts' } },
  { name: 'ultragit_read', arguments: { path: 'lib/b.ts', anchor: 'b1', max_tokens: null } },
  { name: 'ultragit_deps', arguments: { path: 'lib/b.ts', anchor: 'b1' } },
  { name: 'ultragit_history', arguments: { path: 'a.ts', anchor: 'a1' } },
  { name: 'ultragit_summary', arguments: { path: '.' } },
  { name: 'ultragit_summary', arguments: { path: 'c.txt' } },
];

const context = { signal: new AbortController().signal, progress: () => {} };

/** Later than it is, so that what changed a moment ago is not taken for what may still change. */
const user = () => ({ uid: process.getuid?.(), now: Date.now() + 10_000 });

class Server {
  asked = 0;
  readonly #inner: Answering & WithPage & { close(): Promise<boolean> };
  #outer: Answering;
  readonly #options: ConstructorParameters<typeof KnownAnswers>[0];

  constructor({ repo, home }: Room) {
    const env = { PATH: process.env.PATH, HOME: home };
    let connection: Connection | undefined;
    const here = answerHere(async () => {
      connection = await connect({ cwd: repo.path, env });
      return connection.tools;
    });
    this.#inner = {
      ...here,
      call: async (params, calling) => {
        this.asked++;
        this.meanwhile?.before();
        const answer = await here.call(params, calling);
        this.meanwhile?.after();
        return answer;
      },
      close: async () => {
        await connection?.close();
        return true;
      },
    };
    this.#options = { directory: repo.path, env, build: 'b', user };
    this.#outer = this.#fresh();
  }

  /** What happens while a call is answered. */
  meanwhile?: { before(): void; after(): void };

  /** As a server that was started anew has it. */
  forget(): void {
    this.#outer = this.#fresh();
  }

  /** Whether the answer was known; throws where it is not the one that would be made. */
  async isKnown(params: (typeof CALLS)[number]): Promise<boolean> {
    const before = this.asked;
    const { json } = await this.#outer.call(params, context);
    if (this.asked > before) return false;
    expect(json).toBe((await this.#inner.call(params, context)).json);
    return true;
  }

  close(): Promise<boolean> {
    return this.#inner.close();
  }

  #fresh(): Answering {
    return knownFirst(this.#inner, new KnownAnswers(this.#options));
  }
}

test('an answer is known from memory, and from disk to the next server', async () => {
  const room = await makeRoom();
  const server = new Server(room);
  const known: boolean[] = [];
  for (const call of CALLS) {
    known.push(await server.isKnown(call), await server.isKnown(call));
    server.forget();
    known.push(await server.isKnown(call));
  }
  expect(known).toEqual(CALLS.flatMap(() => [false, true, true]));
  await server.close();
});

test('what fails, what time or a tag decides, and what is outside is asked again', async () => {
  const room = await makeRoom();
  const server = new Server(room);
  const { repo } = room;
  const calls = [
    { name: 'ultragit_read', arguments: { path: 'nope.ts' } },
    { name: 'ultragit_read', arguments: { path: 'a.ts', since: 'yesterday' } },
    { name: 'ultragit_read', arguments: { path: 'a.ts', rev: 'HEAD' } },
    { name: 'ultragit_read', arguments: { path: '/etc/passwd' } },
    { name: 'ultragit_read', arguments: { path: `${repo.path}/lib/../a.ts` } },
  ] as unknown as typeof CALLS;
  for (const call of calls) {
    await server.isKnown(call);
    expect(await server.isKnown(call), JSON.stringify(call)).toBe(false);
  }
  await server.close();
});

test.each([
  ['HEAD', (repo: Repository, id: string) => repo.git('update-ref', '--no-deref', 'HEAD', id)],
  ['a branch', (repo: Repository, id: string) => repo.git('update-ref', 'refs/heads/main', id)],
])('an answer that was made while %s was elsewhere for a moment is not kept', async (what, move) => {
  const room = await makeRoom();
  const { repo } = room;
  ALL_HAPPENINGS.region?.(room, 'a.ts');
  const call = { name: 'ultragit_history', arguments: { path: 'a.ts' } };
  const server = new Server(room);
  const [before, here] = [repo.git('rev-parse', 'HEAD~1'), repo.git('rev-parse', 'HEAD')];
  if (what === 'HEAD') move(repo, here);
  server.meanwhile = { before: () => move(repo, before), after: () => move(repo, here) };
  await server.isKnown(call);
  server.meanwhile = undefined;
  expect(await server.isKnown(call)).toBe(false);
  expect(await server.isKnown(call)).toBe(true);
  await server.close();
});

const step = fc.record({
  what: fc.constantFrom(...Object.keys(ALL_HAPPENINGS)),
  file: fc.constantFrom(...FILES),
  calls: fc.uniqueArray(fc.nat(CALLS.length - 1), { minLength: 2, maxLength: 3 }),
  restart: fc.boolean(),
});

test('an answer is never given beyond what it was made of', { timeout: 1_200_000 }, async () => {
  let known = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async steps => {
      const room = await makeRoom();
      const server = new Server(room);
      const trail: string[] = [];
      ALL_HAPPENINGS.region?.(room, 'a.ts');
      for (const { what, file, calls, restart } of steps) {
        for (const phase of ['before', 'after']) {
          if (phase === 'after') happen(room, ALL_HAPPENINGS, what, file);
          trail.push(`${phase} ${what} ${file}`);
          if (restart) server.forget();
          for (const at of calls) {
            await server.isKnown(CALLS[at]!).then(
              found => found && known++,
              error => {
                throw new Error(`${trail.join(', ')}: ${JSON.stringify(CALLS[at])}\n${error}`);
              },
            );
          }
        }
      }
      await server.close();
      rmSync(room.home, { recursive: true, force: true });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 3), endOnFailure: true },
  );
  expect(known).toBeGreaterThan(20);
});
