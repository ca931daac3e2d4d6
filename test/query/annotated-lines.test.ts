// What `n of m` and `current_lines` are about: the lines that were annotated, wherever they come from.
import { describe, expect, test } from 'vitest';
import { ask, note, regionOf } from '../support/ask.ts';
import { askHistory, askSummary } from '../support/ask-queries.ts';
import { buildRepository } from '../support/repository.ts';

const connect = { unit_type: 'function', name: 'connect' };

function client(body: string[], above: string[] = []): string {
  return [
    ...above,
    'export function connect(options) {',
    ...body.map(line => `  ${line}`),
    '}',
    '',
    'export function close(socket) {',
    '  socket.end();',
    '}',
    '',
  ].join('\n');
}

const BODY = ['const socket = new Socket(options.host);', 'socket.timeout = 30;', 'return socket;'];

async function annotated(path: string, content: string, region: object) {
  const repo = await buildRepository('unborn');
  repo.commit('Connect', { [path]: content });
  repo.annotate('HEAD', note({ file: path, ...region }));
  return repo;
}

describe('an anchor without lines', () => {
  test('takes the lines that its unit had in the annotated version', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect });
    repo.commit('Move it down', { 'a.js': client(BODY, ['const PORT = 1883;', '']) });
    const { freshness, current_lines } = regionOf(await ask(repo, 'a.js'), 'connect');
    expect(freshness.state).toBe('intact');
    expect(current_lines).toEqual({ start: 3, end: 7 });
  });

  test('is edited when its unit is, and by whom is said', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect });
    repo.commit('Wait longer', { 'a.js': client(BODY.with(1, 'socket.timeout = 60;')) });
    const { freshness, current_lines } = regionOf(await ask(repo, 'a.js'), 'connect');
    expect(freshness.state).toBe('edited');
    expect(JSON.stringify(freshness)).toContain('Wait longer');
    expect(current_lines).toEqual({ start: 1, end: 5 });
  });

  test('is gone when its unit is', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect });
    repo.commit('Only close', { 'a.js': client(BODY).split('\n').slice(6).join('\n') });
    expect(regionOf(await ask(repo, 'a.js'), 'connect').freshness.state).toBe('gone');
  });

  test('follows its unit to another name', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect });
    repo.commit('Rename it', { 'a.js': client(BODY).replace('connect', 'dial') });
    const { freshness, current_lines } = regionOf(await ask(repo, 'a.js'), 'connect');
    expect(freshness.state).toBe('edited');
    expect(current_lines).toEqual({ start: 1, end: 5 });
  });

  test('of two units that had its name, means the one with its signature', async () => {
    const two = [
      'class A {',
      '  run(job) {',
      '    return job.start();',
      '  }',
      '}',
      'class B {',
      '  run(job, times) {',
      '    return job.repeat(times);',
      '  }',
      '}',
      '',
    ].join('\n');
    const anchor = { unit_type: 'method', name: 'run', signature: 'run(job, times)' };
    const repo = await annotated('a.js', two, { ast_anchor: anchor });
    const { freshness, current_lines } = regionOf(await ask(repo, 'a.js'), 'run');
    expect(freshness.state).toBe('intact');
    expect(current_lines).toEqual({ start: 7, end: 9 });
  });

  const TWO = 'class A {\n  run() { one(); }\n}\nclass B {\n  run() { two(); }\n}\n';
  const RUN = { ast_anchor: { unit_type: 'method', name: 'run' } };

  test('of two units that had its name, both as they were: intact, and nobody says where', async () => {
    const { freshness, current_lines } = regionOf(
      await ask(await annotated('a.js', TWO, RUN), 'a.js'),
      'run',
    );
    expect(freshness.state).toBe('intact');
    expect(current_lines).toBeUndefined();
  });

  test('of two units that had its name, one of them changed, and nothing tells which: unknown', async () => {
    const repo = await annotated('a.js', TWO, RUN);
    repo.commit('Other two', { 'a.js': TWO.replace('two', 'three') });
    expect(regionOf(await ask(repo, 'a.js'), 'run').freshness.state).toBe('unknown');
  });

  test('in a language without a grammar: unknown', async () => {
    const repo = await annotated('a.unknown', client(BODY), { ast_anchor: connect });
    expect(regionOf(await ask(repo, 'a.unknown'), 'connect').freshness.state).toBe('unknown');
  });

  test('has the same state in history and summary, and is found by its lines', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect });
    repo.commit('Wait longer', { 'a.js': client(BODY.with(1, 'socket.timeout = 60;')) });
    const { timeline } = await askHistory(repo, 'a.js', { anchor: 'connect' });
    expect(timeline.map(({ state }) => state)).toEqual(['edited']);
    const { units } = await askSummary(repo, 'a.js');
    expect(units.map(({ state }) => state)).toEqual(['edited']);
    expect((await ask(repo, 'a.js', { lines: '2:3' })).regions).toHaveLength(1);
    expect((await ask(repo, 'a.js', { lines: '7:9' })).regions).toHaveLength(0);
  });
});

describe('lines inside a unit', () => {
  const variants = Array.from({ length: 60 }, (_, at) => `  Code${at} = ${at},`);
  const codes = (lines: string[]) => ['export enum Reason {', ...lines, '}', ''].join('\n');
  const part = { ast_anchor: { unit_type: 'enum', name: 'Reason' }, lines: { start: 20, end: 32 } };

  test('stay what was annotated, not the whole unit', async () => {
    const repo = await annotated('reason.ts', codes(variants), part);
    repo.commit('One more', { 'reason.ts': codes(['  Unknown = -1,', ...variants]) });
    const { freshness, current_lines } = regionOf(await ask(repo, 'reason.ts'), 'Reason');
    expect(freshness.state).toBe('intact');
    expect(current_lines).toEqual({ start: 21, end: 33 });
  });

  test('are counted alone when some of them change', async () => {
    const repo = await annotated('reason.ts', codes(variants), part);
    const changed = variants.map((line, at) => (at === 20 || at > 50 ? `${line} // soon` : line));
    repo.commit('Announce', { 'reason.ts': codes(changed) });
    const { freshness, current_lines } = regionOf(await ask(repo, 'reason.ts'), 'Reason');
    expect(JSON.stringify(freshness)).toMatch(/1 of 13|"changed_lines":1,"total_lines":13/);
    expect(current_lines).toEqual({ start: 20, end: 32 });
  });

  test('that are all lost leave the unit, and as many changed lines as were annotated', async () => {
    const repo = await annotated('reason.ts', codes(variants), part);
    const rest = variants.filter((_line, at) => at < 18 || at > 30);
    repo.commit('Drop some', { 'reason.ts': codes(rest) });
    const { freshness, current_lines } = regionOf(await ask(repo, 'reason.ts'), 'Reason');
    expect(JSON.stringify(freshness)).toMatch(/13 of 13|"changed_lines":13,"total_lines":13/);
    expect(JSON.stringify(freshness)).toContain('Drop some');
    expect(current_lines).toEqual({ start: 1, end: 49 });
  });

  test('concern a reader of other lines of the unit, too, and nobody else', async () => {
    const after = '\nexport const last = 1;\n';
    const repo = await annotated('reason.ts', codes(variants) + after, part);
    const matches = async (lines: string) =>
      (await ask(repo, 'reason.ts', { lines, verbose: true })).regions.map(({ match }) => match);
    expect(await matches('25:26')).toEqual(['lines']);
    expect(await matches('40:41')).toEqual(['unit']);
    expect(await matches('64:64')).toEqual([]);
  });

  test('do not make a summary say less than the unit', async () => {
    const repo = await annotated('reason.ts', codes(variants), part);
    const { units } = await askSummary(repo, 'reason.ts');
    expect(units.map(({ anchor, lines }) => [anchor.name, lines])).toEqual([
      ['Reason', { start: 1, end: 62 }],
    ]);
  });
});

describe('lines that were miscounted', () => {
  test('are those of the unit that the note names, in the version that it was written for', async () => {
    const lines = { start: 4, end: 8 };
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect, lines });
    repo.commit('Move it down', { 'a.js': client(BODY, ['const PORT = 1883;', '']) });
    const region = regionOf(await ask(repo, 'a.js'), 'connect');
    expect(region).toMatchObject({
      ...{ lines, lines_corrected: { start: 1, end: 5 }, current_lines: { start: 3, end: 7 } },
      freshness: { state: 'intact' },
    });
  });

  test('that are right are not corrected', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect, lines: { start: 1, end: 5 } });
    expect(regionOf(await ask(repo, 'a.js'), 'connect')).not.toHaveProperty('lines_corrected');
  });
});

describe('a name that another unit has today', () => {
  const dialled = client(BODY).replace('connect', 'dial');
  const other = ['export function connect(name) {', '  return registry.lookUp(name);', '}', ''];

  test('is not enough: the annotated unit was renamed, and is asked for by its new name', async () => {
    const repo = await annotated('a.js', client(BODY), { ast_anchor: connect, lines: { start: 1, end: 5 } });
    repo.commit('Dial', { 'a.js': dialled });
    expect((await ask(repo, 'a.js', { anchor: 'dial' })).regions).toHaveLength(1);
  });

  test('of two, the one that has the lines is meant', async () => {
    const text = [
      ...other,
      'class Client {',
      '  connect(host) {',
      '    return new Socket(host);',
      '  }',
      '}',
      '',
    ];
    const repo = await annotated('a.js', text.join('\n'), {
      ast_anchor: connect,
      lines: { start: 6, end: 8 },
    });
    expect((await ask(repo, 'a.js', { anchor: 'Client::connect' })).regions).toHaveLength(1);
    expect((await ask(repo, 'a.js', { anchor: 'connect' })).regions).toHaveLength(0);
  });
});
