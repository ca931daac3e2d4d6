// What an answer says by default: every fact, none twice, and what must hold before what was thought.
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { openWorkspace, sound } from '../support/ask.ts';
import { deps, history, read, summary } from '../support/queries.ts';
import { buildRepository, sharedRepository } from '../support/repository.ts';

const CLIENT = 'src/mqtt/client.ts';
const CONNECT = { path: CLIENT, anchor: 'MqttClient::connect' };
const tokens = (answer: object) => encode(JSON.stringify(answer)).length;

async function demo() {
  return openWorkspace(await buildRepository('mqtt-client'));
}

/** Every fact that the whole answer about the demo's `connect` has, but for what only a debugger wants. */
const FACTS = [
  // What must hold, and what no longer does.
  "Drain this host's session from the cache before a socket is opened; the handshake needs the free slot.",
  'connect() stays idempotent: sessions.take() must run only for the call that really opens the socket.',
  'A failed attempt does not put its session back; the next one makes a full handshake.',
  'connect() is idempotent: a call while connected or connecting must not open a second socket.',
  'Do not call connect() before the system clock is set; certificate checks fail on 1 January 1970.',
  'The boot image now waits for the clock before it starts any service (GATE-61).',
  'Tomas Okafor, 2025-04-22',
  '"source":"inferred"',
  // What it is for, why, and what may go wrong.
  'Open the one connection to the broker, resuming its last TLS session if there is one.',
  'Open the one connection to the broker, however many callers ask for it.',
  'The session is taken out of the cache before the socket opens, not after the handshake.',
  'Start-up, the reconnect timer and the first publish can all ask for a connection in the same tick.',
  'so a leak shows up as a hang in production, never in tests.',
  'A rejected promise is shared, too: every waiting caller sees the same failure.',
  // What it relies on, and what relies on it.
  '{"file":"src/tls/session-cache.ts","anchor":"TlsSessionCache::take","nature":"Assumes that take() also removes the session, which frees its slot."}',
  '"file":"src/mqtt/reconnect.ts","anchor":"ReconnectScheduler::attempt"',
  '"file":"src/mqtt/heartbeat.ts","anchor":"Heartbeat::beat"',
  'Assumes that connect() is idempotent; attempt() calls it without asking whether an attempt is under way.',
  'A TLS session has one owner at a time: the cache, or the attempt that took it. It is never in both.',
  '{"file":"src/tls/session-cache.ts","anchor":"TlsSessionCache::store"}',
  '"commit":"93356696a8b0","file":"src/tls/session-cache.ts","anchor":"TlsSessionCache","relationship":"explains where the limit of four comes from"',
  // Whether it is still so, and who said it when.
  '"state":"edited","changed":"2 of 9","by":["551099fa655a"]',
  '"newer":"551099fa655a"',
  '"commit":"551099fa655a","date":"2025-02-17"',
  '"commit":"5e57d38f8a6e","date":"2025-01-09"',
  'Tomas Okafor',
  'Mara Lindqvist',
  'Resume TLS sessions when connecting',
  'Connect, publish and disconnect',
  '"task":"GATE-31"',
  '"tags":["connection","tls","hardware-limit"]',
  '"tags":["connection","idempotence"]',
];

describe('the read of one method', () => {
  test('has every fact in at most 850 tokens, and the label and the question in 50', async () => {
    const answer = sound(await read(await demo(), CONNECT));
    const text = JSON.stringify(answer);
    expect(
      FACTS.filter(fact => !text.includes(JSON.stringify(fact).slice(1, -1)) && !text.includes(fact)),
    ).toEqual([]);
    const named = { ...answer, scope: { ...answer.scope, repository: '/home/ada/work/mqtt-client' } };
    const { quoted: _label, query: _asked, ...said } = named;
    expect(tokens(said)).toBeLessThanOrEqual(850);
    expect(tokens(named) - tokens(said)).toBeLessThanOrEqual(50);
  });

  test('says what must hold before what was thought, and where it is from last', async () => {
    const { regions } = await read(await demo(), { path: CLIENT });
    const keys = regions.map(region => Object.keys(region));
    const order = [
      ...[
        'anchor',
        'current_lines',
        'freshness',
        'constraints',
        'rejected_alternatives',
        'intent',
        'reasoning',
      ],
      ...[
        'risk_notes',
        'semantic_dependencies',
        'open_threads',
        'related',
        'newer',
        'taken_back',
        'corrections',
      ],
      ...['commit', 'date', 'author', 'commit_author', 'commit_summary', 'task', 'tags', 'confidence'],
    ];
    for (const all of keys) expect(all).toEqual(order.filter(key => all.includes(key)));
    expect(new Set(keys.flat())).toContain('constraints');
  });

  test('repeats nothing of its scope in its regions, and has no id longer than 12 digits', async () => {
    const answer = await read(await demo(), CONNECT);
    expect(answer.query).toEqual(CONNECT);
    for (const region of answer.regions) {
      expect(region).not.toHaveProperty('anchor');
      expect(region).not.toHaveProperty('current_lines');
    }
    expect(JSON.stringify(answer)).not.toMatch(
      /[0-9a-f]{13}|T\d\d:\d\d|"match"|"evidence"|"format"|"lines":null/,
    );
    expect(JSON.stringify(answer.cross_cutting)).not.toContain('MqttClient::connect');
  });

  test('says of the class around it, and of the file, that they are not the method', async () => {
    const repo = await buildRepository('empty-notes');
    const commit = repo.commit('Add', { 'a.js': 'export function one() {\n  return 1;\n}\n' });
    const regions = [
      { file: 'a.js', intent: 'The file.' },
      {
        file: 'a.js',
        intent: 'The unit.',
        ast_anchor: { unit_type: 'function', name: 'one' },
        lines: { start: 1, end: 3 },
      },
      { file: 'a.js', intent: 'A line.', lines: { start: 2, end: 2 } },
    ];
    repo.annotate(commit, { schema: 'ultragit/v1', context_level: 'enhanced', regions });
    const { regions: shown } = await read(await openWorkspace(repo), { path: 'a.js', anchor: 'one' });
    expect(
      Object.fromEntries(shown.map(({ intent, anchor, current_lines: at }) => [intent, [anchor, at]])),
    ).toEqual({
      'The file.': [{ type: 'file', name: 'a.js' }, undefined],
      'The unit.': [undefined, undefined],
      'A line.': [undefined, { start: 2, end: 2 }],
    });
  });

  test('with --verbose keeps everything, in full', async () => {
    const [region] = (await read(await demo(), { ...CONNECT, verbose: true })).regions;
    expect(region).toMatchObject({
      anchor: { name: 'MqttClient::connect', signature: expect.any(String) },
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      date: expect.stringMatching(/^2025-02-17T/),
      confidence_factors: { freshness: 1 },
      evidence: 'blame',
      match: 'exact',
      lines: expect.any(Object),
      format: 'ultragit/v1',
      open_threads: undefined,
      related: [{ constraints: [expect.any(String), expect.any(String)] }],
    });
  });

  test('with a depth that was asked for, what is said there comes along', async () => {
    const [region] = (await read(await demo(), { ...CONNECT, depth: 1 })).regions;
    expect(region?.related?.[0]).toMatchObject({
      intent: expect.any(String),
      constraints: expect.any(Array),
    });
  });
});

test('a dependent says on which unit it relies, what it assumes, and whether its own annotation holds', async () => {
  const { dependencies_on_this: relying } = await read(await demo(), { path: CLIENT });
  expect(relying).toContainEqual({
    file: 'src/mqtt/reconnect.ts',
    anchor: 'ReconnectScheduler::attempt',
    on: 'MqttClient::connect',
    nature: expect.stringContaining('idempotent'),
    state: 'intact',
  });
});

test('what a unit relies on, and what a concern names, goes by its name of today', async () => {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Add', { 'a.js': 'export const a = 1;\n', 'lib/b.js': 'export const b = 1;\n' });
  const named = { file: 'lib/b.js', anchor: 'b' };
  repo.annotate(commit, {
    schema: 'ultragit/v1',
    context_level: 'enhanced',
    regions: [{ file: 'a.js', intent: 'A.', semantic_dependencies: [{ ...named, nature: 'Is one.' }] }],
    cross_cutting: [{ description: 'Both are one.', regions: [{ file: 'a.js' }, named] }],
  });
  repo.git('mv', 'lib/b.js', 'lib/c.js');
  repo.git('commit', '-q', '-m', 'Rename b');
  const workspace = await openWorkspace(repo);
  const today = { file: 'lib/c.js', anchor: 'b' };
  const answer = await read(workspace, { path: 'a.js' });
  expect(answer.regions[0]?.semantic_dependencies).toEqual([{ ...today, nature: 'Is one.' }]);
  expect(answer.cross_cutting?.[0]?.regions).toContainEqual(today);
  const concerns = (await deps(workspace, { path: 'a.js' })).cross_cutting;
  expect(concerns?.[0]?.regions).toContainEqual(today);
});

test('where nothing is annotated, an answer takes less than 150 tokens', async () => {
  const repo = sharedRepository('plain-history');
  const workspace = await openWorkspace(repo);
  const file = 'src/jobs/queue.js';
  for (const answer of [
    await summary(workspace, { path: '.' }),
    await deps(workspace, { path: file }),
    await history(workspace, { path: file }),
  ]) {
    const named = { ...answer, scope: { ...answer.scope, repository: '/home/ada/work/jobs' } };
    expect(tokens(named), JSON.stringify(answer)).toBeLessThan(150);
  }
});

describe('every answer has a bound', () => {
  /** 40 directories of 25 files, each with one annotated function; every third has a constraint. */
  async function large() {
    const repo = await buildRepository('empty-notes');
    const files = Array.from({ length: 1000 }, (_, at) => `pkg${at % 40}/part${at}.js`);
    const commit = repo.commit(
      'Add',
      Object.fromEntries(files.map((file, at) => [file, `export function f${at}() {\n  return ${at};\n}\n`])),
    );
    const regions = files.map((file, at) => ({
      file,
      ast_anchor: { unit_type: 'function', name: `f${at}` },
      lines: { start: 1, end: 3 },
      intent: `Give the number ${at} to whoever asks, in the way that callers of this part expect it.`,
      reasoning: `Part ${at} was split off, because the table of numbers grew too large for one module.`,
      ...(at % 3 === 0 ? { constraints: [`Never return anything but ${at}.`] } : {}),
      semantic_dependencies: [{ file: files[0], anchor: 'f0', nature: `Number ${at} relies on zero.` }],
    }));
    repo.annotate(commit, { schema: 'ultragit/v1', context_level: 'enhanced', regions });
    return { repo, workspace: await openWorkspace(repo), first: files[0]! };
  }

  test('a directory gives its tree, then the units with constraints, then what to ask next, in 8,000 tokens', async () => {
    const { workspace } = await large();
    const answer = await summary(workspace, { path: '.' });
    expect(tokens(answer)).toBeLessThanOrEqual(8_000);
    expect(tokens(answer)).toBeGreaterThan(6_000);
    expect(answer.tree?.length).toBeGreaterThan(30);
    expect(answer.tree?.[0]).toEqual({ path: 'pkg0/', files: '25 of 25', units: '25 of 25' });
    expect(answer.units.length).toBeGreaterThan(150);
    const held = answer.units.map(unit => unit.constraints?.length ?? 0);
    expect(held).toEqual([...held].sort((a, b) => b - a));
    expect(held.filter(count => count === 0).length).toBeLessThan(3);
    expect(answer.trimmed?.more_units).toBe(1000 - answer.units.length);
    expect(answer.notices).toContainEqual({
      code: 'answer_trimmed',
      message: expect.stringMatching(
        /^The whole answer has about \d+ tokens; this is what fits into 8000\.$/,
      ),
      fix: expect.stringMatching(/^Ask about a part of it: pkg\d+\/ \(25 annotations\), pkg/),
    });
  });

  test('dependents, too, and the limit is a setting', async () => {
    const { repo, workspace, first } = await large();
    const whole = await deps(workspace, { path: first });
    expect(tokens(whole)).toBeLessThanOrEqual(8_000);
    expect(whole.stats.dependencies_found).toBe(1000);
    expect(whole.dependents.every(({ on, state }) => on === 'f0' && state === 'intact')).toBe(true);
    expect(whole.trimmed?.units?.length).toBeGreaterThan(10);
    repo.git('config', 'ultragit.maxTokens', '1000');
    const small = await deps(await openWorkspace(repo), { path: first });
    expect(tokens(small)).toBeLessThanOrEqual(1_000);
    expect(small.dependents.length).toBeGreaterThan(5);
    const asked = await deps(await openWorkspace(repo), { path: first, max_tokens: 2_000 });
    expect(tokens(asked)).toBeGreaterThan(1_000);
  });

  test('a read has 20,000 tokens, and names a few of very many dependents', async () => {
    const { workspace, first } = await large();
    const answer = await read(workspace, { path: first });
    expect(answer.dependencies_on_this).toHaveLength(20);
    expect(answer.notices?.map(({ code }) => code)).toContain('more_dependents');
  });
});
