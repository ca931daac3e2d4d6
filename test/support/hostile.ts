// A repository whose config, hooks and attributes ask git to run programs, each with a canary of its own.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRepository, type Repository, temporaryDirectory } from './repository.ts';

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
  'commit-tree',
  'for-each-ref',
  'hash-object',
  'mktree',
  'update-ref',
  'var',
];

export async function hostile(
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
  repo.git('config', 'commit.gpgSign', 'true');
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

/** The programs that were run. */
export const ran = (canaries: string) => readdirSync(canaries).filter(name => name.startsWith('ran-'));
