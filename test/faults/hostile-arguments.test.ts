/** Hostile arguments, drawn at random, through the server: each call is answered, in time, with nothing hidden in the answer. */
import { expect, test } from 'vitest';
import { buildRepository } from '../support/repository.ts';
import { faultsOf } from './support/faults-of.ts';
import { hostileText } from './support/hostile-text.ts';
import { MeasuredServer } from './support/measured.ts';
import { random } from './support/random.ts';

const CALLS = 300;
const FILE = 'src/mqtt/client.ts';
const TEXTS = ['path', 'anchor', 'lines', 'since', 'context_level', 'tags', 'depth', 'max_tokens', 'limit'];
const LONGEST = 1_000_000;

test('every call with a hostile argument is answered in time', async ({ task }) => {
  const repo = await buildRepository('names');
  const server = new MeasuredServer(repo.path);
  const draw = random(Number(process.env.FAULTS_SEED ?? 7));
  const faults: string[] = [];
  let slowest = 0;
  for (let at = 0; at < CALLS; at++) {
    const tool = draw.pick(['read', 'deps', 'history', 'summary']);
    const name = draw.pick(TEXTS);
    const text = hostileText(draw, LONGEST);
    const value = draw.chance(0.2) ? [text, text] : text;
    const answer = await server.measure(tool, { path: FILE, [name]: value });
    const used = { seconds: answer.seconds, megabytes: server.megabytes() };
    slowest = Math.max(slowest, answer.seconds);
    const what = `${tool} with ${text.length} characters of ${JSON.stringify(text.slice(0, 20))} as ${name}`;
    faults.push(...faultsOf(what, answer.text, used));
  }
  task.meta.cases = CALLS;
  task.meta.figures = `at most ${slowest.toFixed(1)} s of processor time and ${Math.round(server.megabytes())} MB`;
  expect(faults).toEqual([]);
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
});
