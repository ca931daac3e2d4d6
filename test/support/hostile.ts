// A repository whose config, hooks and attributes ask git to run programs, each with a canary of its own.
import { appendFileSync, chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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
  ...['gpg.ssh.defaultKeyCommand', 'gpg.openpgp.program', 'core.attributesFile', 'core.excludesFile'],
  ...[
    'difftool.x.cmd',
    'mergetool.x.cmd',
    'guitool.x.cmd',
    'web.browser',
    'instaweb.browser',
    'tar.x.command',
  ],
  ...['submodule.x.update', 'credential.https://example.com.helper', 'gc.recentObjectsHook', 'trailer.x.cmd'],
  ...['sendemail.sendmailCmd', 'sendemail.toCmd', 'pager.diff-tree', 'pager.ls-tree', 'pager.for-each-ref'],
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
  const settings: [string, string][] = [
    ...KEYS.map((key): [string, string] => [key, plant(key)]),
    ...VERBS.map((verb): [string, string] => [`alias.${verb}`, `!${plant(`alias-${verb}`)}`]),
    ['log.showSignature', 'true'],
    ['commit.gpgSign', 'true'],
    ['extensions.partialClone', 'origin'],
    ['extensions.worktreeConfig', 'true'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', `ext::${plant('ext')}`],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['include.path', join(canaries, 'included')],
    [`includeIf.gitdir:${repo.path}/.path`, join(canaries, 'included-here')],
    ['core.hooksPath', join(canaries, 'hooks')],
  ];
  writeFileSync(join(canaries, 'included'), `[core]\n\tfsmonitor = ${plant('included')}\n`);
  writeFileSync(join(canaries, 'included-here'), `[diff]\n\texternal = ${plant('included-here')}\n`);
  writeFileSync(
    join(repo.path, '.git/config.worktree'),
    `[core]\n\tfsmonitor = ${plant('config.worktree')}\n`,
  );
  // At once: a git for each takes longer than the test.
  appendFileSync(join(repo.path, '.git/config'), settings.map(asConfig).join(''));
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
  repo.write('.gitattributes', '* diff=evil filter=evil merge=evil\n');
  mkdirSync(join(repo.path, '.git/info'), { recursive: true });
  writeFileSync(join(repo.path, '.git/info/attributes'), '* diff=evil filter=evil\n');
  return { repo, canaries, plant };
}

function asConfig([key, value]: [string, string]): string {
  const [, section, , subsection, name] = /^([^.]*)(\.(.*))?\.([^.]*)$/.exec(key) ?? [];
  const head = subsection === undefined ? `[${section}]` : `[${section} "${subsection}"]`;
  return `${head}\n\t${name} = "${value}"\n`;
}

/** The programs that were run. */
export const ran = (canaries: string) => readdirSync(canaries).filter(name => name.startsWith('ran-'));
