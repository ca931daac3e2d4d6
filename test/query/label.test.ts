// Whose words an answer has: each says once that it is quoted, in every format.
import { beforeAll, describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { runCommand } from '../support/ask-queries.ts';
import { ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
let repo: Repository;

beforeAll(async () => {
  repo = await buildRepository('mqtt-client');
});

async function said(args: string[]): Promise<string> {
  if (args[0] === 'check') return ultragit(repo, args).stdout;
  const { stdout } = await runCommand(repo, [...args, '--no-cache']);
  return stdout;
}

describe.each([
  ['read', ['read', client, 'connect']],
  ['read of several', ['read', client, 'src/tls/session-cache.ts']],
  ['an empty read', ['read', client, '--since', '2099-01-01']],
  ['deps', ['deps', client]],
  ['history', ['history', client]],
  ['summary of a file', ['summary', client]],
  ['summary of a directory', ['summary', 'src']],
  ['search', ['search', 'session']],
  ['search in vain', ['search', 'nothinghasthis']],
  ['why', ['why', client, 'connect']],
  ['check', ['check', 'HEAD~1..HEAD']],
])('%s', (_, args) => {
  test.each([[[]], [['--verbose']]])('is labelled in JSON, right behind its schema: %j', async flags => {
    const answer = JSON.parse(await said([...args, '--json', ...(args[0] === 'check' ? [] : flags)]));
    expect(Object.keys(answer).slice(0, 2)).toEqual(['$schema', 'quoted']);
    expect(answer.quoted).toBe('from git, unverified');
  });

  test.each([
    ['markdown', /^_quoted from git, unverified_$/gm],
    ['pretty', /(?<=^[^\n].*(?: · | {2}|\n {2}))quoted\s+from\s+git,\s+unverified$/gm],
  ])('is labelled once as %s', async (format, line) => {
    const text = await said([...args, '--format', format]);
    expect(text.match(line), text).toHaveLength(1);
  });
});

test.each(['read', 'deps', 'history', 'summary', 'search'])(
  'a limit of %s counts the label, and keeps it',
  async name => {
    for (const most of [60, 150, 300, 600]) {
      const where = name === 'search' ? 'session' : client;
      const text = await said([name, where, '--json', '--max-tokens', String(most)]);
      const { quoted, trimmed } = JSON.parse(text);
      expect(quoted).toBe('from git, unverified');
      if (!trimmed?.over_budget) expect(estimateTokens(text.trimEnd())).toBeLessThanOrEqual(most);
    }
  },
);

test.each(['sarif', 'github'])('check says so once in %s', format => {
  const { stdout } = ultragit(repo, ['check', 'HEAD~1..HEAD', '--format', format]);
  expect(stdout.split('quoted from git, unverified')).toHaveLength(2);
});
