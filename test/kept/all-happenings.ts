// What may happen to a repository, its files and its settings between two questions.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { HAPPENINGS, type Room } from '../support/happenings.ts';

/** A step of the same size, so that only its bytes or its time tell. */
function sameSize({ repo, turn }: Room, file: string): void {
  const path = join(repo.path, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/return ./, `return ${turn % 10}`));
}

const MORE: typeof HAPPENINGS = {
  nothing: () => undefined,
  sameSize,
  sameSizeAndTime: (room, file) => {
    sameSize(room, file);
    utimesSync(join(room.repo.path, file), 1_700_000_000, 1_700_000_000);
  },
  replaced: ({ repo, turn }, file) => {
    const path = join(repo.path, file);
    writeFileSync(`${path}.new`, `// ${turn}\n`);
    renameSync(`${path}.new`, path);
  },
  revert: ({ repo }, file) => repo.git('checkout', '-q', '--', file),
  deleted: ({ repo }, file) => repo.remove(file),
  unreadable: ({ repo }, file) => chmodSync(join(repo.path, file), 0o000),
  readable: ({ repo }, file) => chmodSync(join(repo.path, file), 0o644),
  link: ({ repo }, file) => {
    repo.remove(file);
    symlinkSync(join(repo.path, 'd.ts'), join(repo.path, file));
  },
  directory: ({ repo }, file) => {
    repo.remove(file);
    mkdirSync(join(repo.path, file));
  },
  movedDirectory: ({ repo, turn }) => {
    renameSync(join(repo.path, 'lib'), join(repo.path, `lib${turn}`));
    symlinkSync(`lib${turn}`, join(repo.path, 'lib'));
  },
  newFile: ({ repo, turn }) => repo.write(`lib/new${turn}.ts`, 'export const x = 1;\n'),
  added: ({ repo }) => repo.git('add', '-A'),
  stash: ({ repo }) => repo.git('stash', '-q'),
  tag: ({ repo, turn }) => repo.git('tag', `v${turn}`),
  reset: ({ repo }) => repo.git('reset', '-q', '--hard', 'HEAD~1'),
  reflogGone: ({ repo }) => repo.git('reflog', 'expire', '--expire=now', '--all'),
  prune: ({ repo }) => repo.git('prune', '--expire=now'),
  otherBranch: ({ repo }) => repo.git('update-ref', 'refs/heads/other', 'HEAD'),
  otherBranchGone: ({ repo }) => repo.git('update-ref', '-d', 'refs/heads/other'),
  remoteBranch: ({ repo }) => repo.git('update-ref', 'refs/remotes/origin/x', 'HEAD'),
  amendedAndBack: ({ repo, turn }) => {
    const head = repo.git('rev-parse', 'HEAD');
    repo.git('commit', '-q', '--amend', '--allow-empty', '-m', `Amended ${turn}`);
    repo.git('reset', '-q', '--soft', head);
  },
  shallow: ({ repo }) => writeFileSync(join(repo.path, '.git/shallow'), `${repo.git('rev-parse', 'HEAD')}\n`),
  deep: ({ repo }) => rmSync(join(repo.path, '.git/shallow'), { force: true }),
  userConfig: ({ repo, home }) => {
    repo.write('revs', `${repo.git('rev-parse', 'HEAD')}\n`);
    appendFileSync(join(home, '.gitconfig'), '[blame]\n\tignoreRevsFile = revs\n');
  },
  usersRevs: ({ repo }) => repo.write('revs', `${repo.git('rev-parse', 'HEAD~1')}\n`),
  noUserConfig: ({ home }) => rmSync(join(home, '.gitconfig'), { force: true }),
  noIgnoredRevs: ({ repo }) => repo.remove('.git-blame-ignore-revs'),
  halfLife: ({ repo, turn }) => repo.git('config', 'ultragit.recencyHalfLife', String(turn)),
  most: ({ repo, turn }) =>
    repo.write('.ultragit-config.toml', `[ultragit.read]\nmax_tokens = ${200 + turn}\n`),
  annotatedThenAmended: (room, file) => {
    HAPPENINGS.region?.(room, file);
    HAPPENINGS.amend?.(room, file);
  },
};

export const ALL_HAPPENINGS: typeof HAPPENINGS = { ...HAPPENINGS, ...MORE };
