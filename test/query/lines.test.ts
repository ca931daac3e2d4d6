// A query by lines must find the region wherever its lines went.
import { expect, test } from 'vitest';
import { ask, names, regionOf } from '../support/ask.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const thirty = Array.from({ length: 30 }, (_, at) => `// unrelated ${at}\n`).join('');

function find(repo: Repository, file: string, text: string): number {
  const all = repo.git('show', `HEAD:${file}`).split('\n');
  const at = all.findIndex(line => line.includes(text));
  expect(at, text).toBeGreaterThanOrEqual(0);
  return at + 1;
}

const cache = 'src/tls/session-cache.ts';

async function withInserted(commit: boolean): Promise<{ repo: Repository; line: number; was: number }> {
  const repo = await buildRepository('mqtt-client');
  const was = find(repo, cache, 'take(');
  const content = thirty + repo.gitBytes(['show', `HEAD:${cache}`]).toString();
  if (commit) repo.commit('Insert thirty lines', { [cache]: content });
  else repo.write(cache, content);
  return { repo, line: was + 30, was };
}

test.each([
  ['in a commit', true],
  ['uncommitted', false],
])('thirty unrelated lines inserted above, %s, shift nothing', async (_how, committed) => {
  const { repo, line, was } = await withInserted(committed);
  const answer = await ask(repo, cache, { lines: `${line}:${line}` });
  expect(names(answer)).toEqual(['TlsSessionCache', 'TlsSessionCache::take']);
  const region = regionOf(answer, 'TlsSessionCache::take');
  expect(region.freshness).toEqual({ state: 'intact' });
  expect(region.current_lines?.start).toBe((region.lines?.start ?? 0) + 30);
  expect(answer.scope?.uncommitted_lines).toBe(committed ? undefined : 30);

  const above = await ask(repo, cache, { lines: `${Math.min(was, 30)}` });
  expect(names(above)).toEqual([]);
});

test('a renamed file answers by lines with what was said under its old names', async () => {
  const repo = sharedRepository('renamed');
  const line = find(repo, 'src/config/parser.js', "indexOf('=')");
  const answer = await ask(repo, 'src/config/parser.js', { lines: `${line}` });
  expect(names(answer)).toEqual(['parseLine']);
  const region = regionOf(answer, 'parseLine');
  expect(region).toMatchObject({
    file: 'lib/parse.js',
    lines: { start: 10, end: 14 },
    current_lines: { start: 11, end: 15 },
    freshness: { state: 'intact' },
  });
  expect(answer.scope?.former_names).toContain('lib/parse.js');
});

test('a file that was renamed and then rewritten keeps what was said of it', async () => {
  const repo = sharedRepository('renamed');
  const answer = await ask(repo, 'src/flags.js');
  expect(names(answer)).toEqual(['hasFlag']);
  expect(regionOf(answer, 'hasFlag').file).toBe('lib/legacy.js');
});

test.each(['formatted', 'formatted-ignored'])(
  'after a formatter, lines lead to their regions: %s',
  async scenario => {
    const repo = sharedRepository(scenario);
    const inside = async (text: string) => {
      const line = find(repo, 'src/price.js', text);
      return names(await ask(repo, 'src/price.js', { lines: `${line}` }));
    };
    expect(await inside('reduce(')).toEqual(['total']);
    expect(await inside('return round(net')).toEqual(['total']);
    expect(await inside('SPRING')).toEqual(['discount']);
    expect(await inside('return amount;')).toEqual(['discount']);
    expect(await inside('Math.round')).toEqual([]);
  },
);

test('a formatter that blame looks through changed nothing; one that it does not is named', async () => {
  const ignored = regionOf(await ask(sharedRepository('formatted-ignored'), 'src/price.js'), 'total');
  expect(ignored.freshness.state).toBe('intact');
  expect(ignored.evidence).toBe('blame');

  const repo = sharedRepository('formatted');
  const plain = regionOf(await ask(repo, 'src/price.js'), 'total');
  expect(plain.freshness).toMatchObject({
    state: 'edited',
    by: [`${repo.git('rev-parse', 'HEAD')} Format everything`],
  });
  expect(plain.evidence).toBe('index');
});

test('lines above, between and below regions give none of them', async () => {
  const repo = sharedRepository('renamed');
  expect(names(await ask(repo, 'src/config/parser.js', { lines: '10' }))).toEqual([]);
  expect(names(await ask(repo, 'src/config/parser.js', { lines: '9:11' }))).toEqual([
    'parseLine',
    'parseSettings',
  ]);
});
