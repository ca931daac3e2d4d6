// What a remote removed is kept until that is accepted.
import { beforeEach, expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import type { Repository } from '../support/repository.ts';
import { noteOf, REF, sharing, syncWith, tipOf } from '../support/sharing.ts';

const region = (unit: string, intent: string) => ({
  file: 'a.ts',
  ast_anchor: { unit_type: 'function', name: unit },
  intent,
});
const note = (...regions: object[]) => ({ schema: 'ultragit/v1', regions });

let remote: Repository;
let her: Repository;
let his: Repository;

beforeEach(async () => {
  const made = await sharing(2);
  remote = made.remote;
  [her, his] = made.clones as [Repository, Repository];
  his.annotate('HEAD', note(region('f', 'his'), region('g', 'his, too')));
  his.annotate('HEAD~1', note(region('f', 'older')));
  await syncWith(his);
  await syncWith(her);
});

const sync = (repo: Repository, ...args: string[]) =>
  ultragit(repo, ['sync', ...args], { env: identity(repo) });

function identity({ env }: Repository): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^GIT_(AUTHOR|COMMITTER)_/.test(name)));
}

const intents = (repo: Repository, rev = 'HEAD') =>
  (JSON.parse(noteOf(repo, rev) ?? '{"regions":[]}').regions as { intent: string }[]).map(
    ({ intent }) => intent,
  );

test('a note that the remote removed is kept, named, not sent back, and taken off when that is accepted', async () => {
  her.git('notes', `--ref=${REF}`, 'remove', 'HEAD');
  await syncWith(her);
  const head = his.git('rev-parse', 'HEAD');
  const told = `Received 0 notes from origin, sent 0.\norigin removed annotations of 1 commit, kept here:\n  ${head.slice(0, 12)} the whole note\nTo remove them here, too: ultragit sync --accept-removals\n`;
  expect(sync(his, '--dry-run').stdout).toContain('would be kept here');
  for (const args of [['--fetch-only'], [], []]) {
    expect(sync(his, ...args).stdout).toBe(told);
    expect(intents(his)).toEqual(['his', 'his, too']);
    expect(noteOf(remote, head)).toBeUndefined();
    // That is nobody's fault.
    expect(ultragit(his, ['check']).status).toBe(0);
    expect(ultragit(his, ['doctor']).stdout).toContain(
      'fine    As of the last fetch, origin removed notes on 1 commit',
    );
  }
  // What is written meanwhile goes there, and what others write comes.
  his.annotate('HEAD~1', note(region('f', 'older'), region('h', 'new')));
  her.annotate('HEAD~2', note(region('f', 'hers')));
  await syncWith(her);
  const both = json<{ received: number; sent: number; kept: object[] }>(sync(his, '--json'));
  expect(both).toMatchObject({ received: 1, sent: 1, kept: [{ commit: head, whole_note: true }] });
  expect(noteOf(remote, his.git('rev-parse', 'HEAD~1'))).toContain('new');
  expect(noteOf(remote, head)).toBeUndefined();
  expect([intents(his), intents(his, 'HEAD~2')]).toEqual([['his', 'his, too'], ['hers']]);
  await syncWith(her);
  expect(noteOf(her, 'HEAD')).toBeUndefined();
  expect(sync(his, '--accept-removals').stdout).toMatch(
    /^Received 0 notes .*\norigin removed .*, removed here:\n/,
  );
  expect(noteOf(his, 'HEAD')).toBeUndefined();
  expect(sync(his).stdout).toContain('Nothing to do');
  expect(tipOf(his)).toBe(tipOf(remote));
});

test('so is a part of a note; what was changed there is changed here', async () => {
  her.annotate('HEAD', note(region('f', 'his, said better')));
  await syncWith(her);
  const { stdout } = sync(his);
  expect(stdout).toContain(' a.ts g\n');
  expect(intents(his).sort()).toEqual(['his, said better', 'his, too']);
  expect(noteOf(remote, his.git('rev-parse', 'HEAD'))).not.toContain('his, too');
  expect(sync(his, '--accept-removals').status).toBe(0);
  expect(intents(his)).toEqual(['his, said better']);
});

test('what I removed is gone there, too, and nothing of mine is brought back', async () => {
  his.git('notes', `--ref=${REF}`, 'remove', 'HEAD');
  his.annotate('HEAD~1', note(region('h', 'instead')));
  expect(sync(his).stdout).not.toContain('kept');
  expect(noteOf(remote, his.git('rev-parse', 'HEAD'))).toBeUndefined();
  expect(sync(his).stdout).toContain('Nothing to do');
  expect(intents(his, 'HEAD~1')).toEqual(['instead']);
});
