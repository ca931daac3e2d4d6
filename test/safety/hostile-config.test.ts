// A repository can ask git to run programs in dozens of ways. Reading it runs none of them.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';

/** Every key that can hold a command, each with a canary of its own; the value is a shell command. */
const KEYS: readonly string[] = [
  ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.sshCommand', 'core.gitProxy'],
  ...['core.alternateRefsCommand', 'diff.external', 'diff.evil.command', 'diff.evil.textconv', 'pager.blame'],
  ...[
    'pager.log',
    'pager.rev-list',
    'pager.cat-file',
    'pager.config',
    'filter.evil.clean',
    'filter.evil.smudge',
  ],
  ...['filter.evil.process', 'merge.evil.driver', 'gpg.program', 'gpg.ssh.program', 'gpg.x509.program'],
  ...['credential.helper', 'sequence.editor', 'interactive.diffFilter', 'uploadpack.packObjectsHook'],
  ...['remote.origin.uploadpack', 'remote.origin.vcs', 'trailer.x.command', 'log.mailmap', 'browser.x.cmd'],
  ...[
    'man.x.cmd',
    'sendemail.smtpserver',
    'imap.tunnel',
    'ssh.variant',
    'init.templateDir',
    'receive.procReceiveRefs',
  ],
];

const VERBS = [
  'blame',
  'log',
  'rev-list',
  'rev-parse',
  'cat-file',
  'config',
  'diff-tree',
  'merge-base',
  'ls-tree',
];

async function hostile(
  prepare?: (repo: Repository) => void,
): Promise<{ repo: Repository; canaries: string; plant: (name: string) => string }> {
  const repo = await buildRepository('mqtt-client');
  prepare?.(repo);
  const canaries = temporaryDirectory();
  const plant = (name: string) => {
    const script = join(canaries, `run-${name.replaceAll('/', '_')}`);
    writeFileSync(script, `#!/bin/sh\ntouch '${canaries}/ran-${name.replaceAll('/', '_')}'\ncat\n`);
    chmodSync(script, 0o755);
    return script;
  };
  for (const key of KEYS) repo.git('config', key, plant(key));
  for (const verb of VERBS) repo.git('config', `alias.${verb}`, `!${plant(`alias-${verb}`)}`);
  repo.git('config', 'log.showSignature', 'true');
  repo.git('config', 'extensions.partialClone', 'origin');
  repo.git('config', 'remote.origin.promisor', 'true');
  repo.git('config', 'remote.origin.url', `ext::${plant('ext')}`);
  repo.git('config', 'protocol.allow', 'always');
  repo.git('config', 'include.path', join(canaries, 'included'));
  writeFileSync(join(canaries, 'included'), `[core]\n\tfsmonitor = ${plant('included')}\n`);
  const hooks = join(canaries, 'hooks');
  mkdirSync(hooks);
  for (const hook of [
    'post-index-change',
    'reference-transaction',
    'post-checkout',
    'fsmonitor-watchman',
    'pre-auto-gc',
  ]) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch '${canaries}/ran-hook-${hook}'\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
  repo.git('config', 'core.hooksPath', hooks);
  repo.write('.gitattributes', '* diff=evil filter=evil merge=evil\n');
  mkdirSync(join(repo.path, '.git/info'), { recursive: true });
  writeFileSync(join(repo.path, '.git/info/attributes'), '* diff=evil filter=evil\n');
  return { repo, canaries, plant };
}

const ran = (canaries: string) => readdirSync(canaries).filter(name => name.startsWith('ran-'));

test('plain git falls for it, so the canaries sing', async () => {
  const { repo, canaries } = await hostile();
  try {
    repo.git('status');
  } catch {
    // What it answers does not matter here.
  }
  expect(ran(canaries).length).toBeGreaterThan(0);
});

test.each([
  [[client]],
  [[client, '--lines', '3:9']],
  [[client, 'connect', '--json', '--depth', '3']],
  [[client, '--rev', 'HEAD~2', '--since', 'HEAD~4']],
  [[client, 'src/tls/session-cache.ts', '--verbose', '--json']],
])('ultragit read %j runs nothing that the repository planted', async args => {
  const { repo, canaries } = await hostile();
  repo.write(client, `// edited on disk\n${repo.git('cat-file', 'blob', `HEAD:${client}`)}\n`);
  const before = ran(canaries);
  const run = ultragit(repo, ['read', ...args]);
  expect(ran(canaries)).toEqual(before);
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
});

test('an object that a partial clone lacks is not fetched, and the answer says what is missing', async () => {
  const { repo, canaries } = await hostile(fresh => fresh.commit('Add', { 'loose.txt': 'one\ntwo\n' }));
  const blob = repo.git('rev-parse', 'HEAD:loose.txt');
  rmSync(join(repo.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const before = ran(canaries);
  const run = ultragit(repo, ['read', 'loose.txt']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toContain('The content of loose.txt is not in this clone.');
  expect(ran(canaries)).toEqual(before);
});

test('a git planted in the repository, or on a relative PATH, is not run', async () => {
  const { repo, canaries, plant } = await hostile();
  copyFileSync(plant('planted-git'), join(repo.path, 'git'));
  chmodSync(join(repo.path, 'git'), 0o755);
  const before = ran(canaries);
  const run = ultragit(repo, ['read', client], { env: { PATH: `.::${process.env.PATH}` } });
  expect(run.status).toBe(0);
  expect(ran(canaries)).toEqual(before);
});

test('a blame.ignoreRevsFile outside of the repository is not read, nor quoted', async () => {
  const repo = await buildRepository('mqtt-client');
  for (const file of ['/etc/passwd', '../../../../../../etc/passwd']) {
    repo.git('config', 'blame.ignoreRevsFile', file);
    const run = ultragit(repo, ['read', client]);
    expect(run.status).toBe(0);
    expect(run.stdout + run.stderr).not.toContain('root:');
  }
});
