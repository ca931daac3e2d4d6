// What answers cost in tokens by a real tokenizer (o200k_base), by the estimate, and how much of that is what somebody
// asked for: the demo's answer, and every read of an annotated file or unit of every fixture.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../src/pipeline/trim/estimate-tokens.ts';
import { fixtureAnswers } from '../test/support/fixture-answers.ts';

/** The values of these keys are content; of what depends on the code it is the assumption alone. */
const CONTENT: ReadonlySet<string> = new Set([
  ...['intent', 'constraints', 'rejected_alternatives', 'reasoning', 'risk_notes', 'semantic_dependencies'],
  'nature',
]);

type Count = { real: number; estimate: number; content: number };

// Not bundled: it finds its streams beside itself.
const fixtures = pathToFileURL(resolve('test-repos/build-repository.mjs')).href;
const { buildRepository, gitEnvironment, scenarios } = (await import(
  fixtures
)) as typeof import('../test-repos/build-repository.mjs');
/** Its name is not the same in two runs, and is not counted. */
const room = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-bench-')));
const env = gitEnvironment(room);

try {
  const reads = new Map<string, Count[]>();
  const others: Count[] = [];
  for (const fixture of scenarios().filter(name => name !== 'unborn')) {
    const path = join(room, fixture);
    buildRepository(fixture, path);
    for (const { query, annotated, answer } of await fixtureAnswers({ path, env })) {
      if (query === 'read' && annotated) reads.set(fixture, [...(reads.get(fixture) ?? []), count(answer)]);
      else others.push(count(answer));
    }
  }
  const average = [...reads.values()].flat();
  const demo = count(demoAnswer(join(room, 'mqtt-client')));

  console.log('Reads of annotated files and units, by fixture; tokens and shares are averages of an answer:');
  console.table([...reads].map(([fixture, counts]) => ({ fixture, ...row(counts) })));
  console.log('All of them, what else is asked of the same files, and what the issue wants:');
  console.table([
    { what: 'demo: read src/mqtt/client.ts MqttClient::connect', ...row([demo]), aim: 'tokens <= 850' },
    { what: 'reads of annotated files and units, all fixtures', ...row(average), aim: 'content >= 50 %' },
    { what: 'deps, history, summary, and reads without annotations', ...row(others), aim: 'ratio <= 1.15' },
  ]);
  console.log(
    '"content" is the tokens of the values of intent, constraints, rejected_alternatives, reasoning, risk_notes,\n' +
      'semantic_dependencies and of the nature of dependents, as JSON; the share is of the whole answer, first as the\n' +
      'average of the shares, then of all tokens together.',
  );
} finally {
  rmSync(room, { recursive: true, force: true });
}

/** As the command line gives it. */
function demoAnswer(cwd: string): unknown {
  const args = ['read', 'src/mqtt/client.ts', 'MqttClient::connect', '--json', '--no-cache'];
  return JSON.parse(
    execFileSync(process.execPath, [resolve('dist/cli.js'), ...args], { cwd, env }).toString(),
  );
}

function count(answer: unknown): Count {
  const text = JSON.stringify(answer).replaceAll(room, '/srv/work');
  const content = [...contentOf(answer)].reduce<number>((sum, value) => sum + countTokens(value), 0);
  return { real: countTokens(text), estimate: estimateTokens(text), content };
}

function* contentOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (CONTENT.has(key)) yield JSON.stringify(item);
    else yield* contentOf(item);
  }
}

function row(counts: Count[]): Record<string, string | number> {
  const mean = (value: (count: Count) => number) =>
    counts.reduce((sum, item) => sum + value(item), 0) / counts.length;
  const ratios = counts.map(({ estimate, real }) => estimate / real);
  return {
    answers: counts.length,
    tokens: Math.round(mean(({ real }) => real)),
    estimate: Math.round(mean(({ estimate }) => estimate)),
    ratio: `${mean(({ estimate, real }) => estimate / real).toFixed(2)} (from ${Math.min(...ratios).toFixed(2)})`,
    content: `${percent(mean(({ content, real }) => content / real))} (${percent(mean(({ content }) => content) / mean(({ real }) => real))})`,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
