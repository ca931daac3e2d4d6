// Repositories with a hostile note, commit message or checkpoint, each from a number: the same number gives the same repository.
import { buildRepository, type Repository } from '../../support/repository.ts';
import { countedNotes } from './counted-notes.ts';
import { mutateNote } from './mutate-note.ts';
import { type Random, random } from './random.ts';

export type Hostile = { repo: Repository; what: string; file: string; unit: string };

/** Every format of docs/sources.md is in one of them. */
const SCENARIOS = [
  ...['mqtt-client', 'chronicle-v1', 'chronicle-v2', 'chronicle-v3', 'chronicle-knowledge'],
  ...['prose', 'entire', 'agents', 'lore', 'malformed', 'names', 'rewritten'],
];

export async function hostileRepository(seed: number): Promise<Hostile> {
  const draw = random(seed);
  // The first numbers are dealt out, so that even a short run has every kind.
  const kinds = [counted, mutated, mutated, message];
  return kinds[seed % kinds.length]!(draw, SCENARIOS[Math.floor(seed / kinds.length) % SCENARIOS.length]!);
}

async function counted(draw: Random): Promise<Hostile> {
  const { what, file, notes } = countedNotes(draw);
  const repo = await buildRepository('unborn');
  const commits: string[] = [];
  for (const [at, note] of notes.entries()) {
    commits.push(
      repo.commit(`Change ${at}`, at === 0 ? { [file.name]: file.content } : { 'other.txt': `${at}\n` }),
    );
    repo.annotate('HEAD', note(commits));
  }
  if (draw.chance(0.3)) repo.write(file.name, `// edited on disk\n${file.content}`);
  return { repo, what, file: file.name, unit: 'f0' };
}

/** One to four notes of a fixture, all of one ref. */
async function mutated(draw: Random, scenario: string): Promise<Hostile> {
  const repo = await buildRepository(scenario);
  const refs = repo.git('for-each-ref', '--format=%(refname)').split('\n');
  const ref = draw.pick(refs.filter(name => /^refs\/notes\/|checkpoints/.test(name)));
  if (ref === undefined) return message(draw, scenario);
  const entries = repo
    .git('ls-tree', '-r', ref)
    .split('\n')
    .filter(entry => entry.includes(' blob '));
  const changes: string[] = [];
  const said: string[] = [];
  for (let round = 0; round < draw.pick([1, 1, 2, 4]); round++) {
    const [mode = '', , blob = '', path = ''] = draw.pick(entries).split(/[ \t]/);
    const note = repo.gitBytes(['cat-file', 'blob', blob]).toString();
    const { text, what } = mutateNote(draw, note, path.replaceAll('/', ''));
    const id = repo.gitBytes(['hash-object', '-w', '--stdin'], text).toString().trim();
    changes.push(`M ${mode} ${id} ${path}\n`);
    said.push(what);
  }
  replaceInTree(repo, ref, changes);
  return { repo, what: `${scenario} ${ref}: ${said.join('; ')}`, ...target(repo, draw) };
}

/** A commit whose message has decisions, and which owns lines of a file. */
async function message(draw: Random, scenario: string): Promise<Hostile> {
  const repo = await buildRepository(draw.chance(0.5) ? 'lore' : scenario);
  const { file, unit } = target(repo, draw);
  const old = repo.git('log', '-1', '--format=%B', draw.pick(repo.git('rev-list', 'HEAD').split('\n')));
  const trailers = 'Constraint: keep it\nRejected: a | b\nSupersedes: x\nLimit: c [until:2030-01-01]\n';
  const { text, what } = mutateNote(draw, `${old}\n\n${trailers}`, 'HEAD');
  repo.write(file, `${repo.gitBytes(['cat-file', 'blob', `HEAD:${file}`])}\nlast line\n`);
  repo.git('--literal-pathspecs', 'add', '--', file);
  const tree = repo.git('write-tree');
  const body = text.replaceAll('\0', ' ');
  const commit = repo.gitBytes(['commit-tree', tree, '-p', 'HEAD'], body).toString().trim();
  repo.git('update-ref', 'HEAD', commit);
  return { repo, what: `message in ${scenario}: ${what}`, file, unit };
}

/** A file of HEAD that a note may be about, and a word of it. */
function target(repo: Repository, draw: Random): { file: string; unit: string } {
  const entries = repo.gitBytes(['ls-tree', '-r', '-z', 'HEAD']).toString().split('\0');
  const files = entries.flatMap(entry => (/^100/.test(entry) ? [entry.slice(entry.indexOf('\t') + 1)] : []));
  const file = draw.pick(files.filter(name => !name.includes('\ufffd')));
  const words = repo
    .gitBytes(['cat-file', 'blob', `HEAD:${file}`])
    .toString()
    .match(/[A-Za-z]\w{2,}/g);
  return { file, unit: draw.pick(words ?? ['main']) };
}

function replaceInTree(repo: Repository, ref: string, changes: string[]): void {
  const who = 'committer Test <test@example.com> 1764547200 +0000';
  const stream = `commit ${ref}\n${who}\ndata 7\nHostile\nfrom ${ref}^0\n${changes.join('')}`;
  repo.gitBytes(['fast-import', '--quiet', '--force'], stream);
}
