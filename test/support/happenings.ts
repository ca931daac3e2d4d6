// A small repository, and what may happen to it between two questions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRepository, type Repository, temporaryDirectory } from './repository.ts';

export const FILES = ['a.ts', 'lib/b.ts', 'c.txt'] as const;
export type File = (typeof FILES)[number];

const body = (file: string, more = '') =>
  `export function ${file[0]}1() {\n  return '${file}';\n}\n\nexport function ${file[0]}2() {\n  return 2;${more}\n}\n`;

export type Room = { repo: Repository; worktrees: Repository[]; home: string; turn: number };

function annotate(
  { repo, turn }: Room,
  file: File,
  way: 'region' | 'dependency' | 'concern',
  rev = 'HEAD',
): void {
  const region = {
    file: way === 'region' ? file : 'elsewhere.ts',
    ast_anchor: { unit_type: 'function', name: `${file[0]}1` },
    lines: { start: 1, end: 3 },
    intent: 'i',
    constraints: [{ text: `Rule ${turn}`, source: 'author' }],
    semantic_dependencies:
      way === 'dependency' ? [{ file, anchor: `${file[0]}1`, nature: `Needs it ${turn}` }] : [],
  };
  repo.annotate(rev, {
    $schema: 'ultragit/v1',
    commit: repo.git('rev-parse', rev),
    timestamp: '2025-12-01T00:00:00Z',
    summary: 's',
    context_level: 'enhanced',
    regions: [region],
    cross_cutting:
      way === 'concern' ? [{ description: `Concern ${turn}`, regions: [{ file }], tags: [] }] : [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: true },
  });
}

/** What may happen to a repository between two questions. Git may refuse what is not possible now. */
export const HAPPENINGS: Record<string, (room: Room, file: File) => void> = {
  commit: ({ repo, turn }, file) => repo.commit('Change', { [file]: body(file, ` // ${turn}`) }),
  decision: ({ repo, turn }, file) =>
    repo.commit(`Decide\n\nConstraint: rule ${turn}\nRejected: other way | slow`, {
      [file]: body(file, ` // ${turn}`),
    }),
  region: (room, file) => annotate(room, file, 'region'),
  dependency: (room, file) => annotate(room, file, 'dependency'),
  concern: (room, file) => annotate(room, file, 'concern'),
  otherRef: ({ repo }, file) => repo.annotate('HEAD', note(file), 'refs/notes/other'),
  forget: ({ repo }) => repo.git('notes', '--ref=ultragit', 'remove', '--ignore-missing', 'HEAD'),
  dropRef: ({ repo }) => repo.git('update-ref', '-d', 'refs/notes/ultragit'),
  amend: ({ repo, turn }) => repo.git('commit', '-q', '--amend', '--allow-empty', '-m', `Amended ${turn}`),
  back: ({ repo }) => repo.git('checkout', '-q', '-f', '--detach', 'HEAD~1'),
  main: ({ repo }) => repo.git('checkout', '-q', '-f', 'main'),
  rename: ({ repo }, file) => {
    repo.git('mv', '-f', file, `${file}.ts`);
    repo.git('commit', '-q', '-m', 'Rename');
    repo.git('mv', '-f', `${file}.ts`, file);
    repo.git('commit', '-q', '-m', 'Rename back');
  },
  move: ({ repo }, file) => {
    const [from, to] = [file, FILES[(FILES.indexOf(file) + 1) % FILES.length] ?? file];
    const text = readFileSync(join(repo.path, from), 'utf8');
    repo.commit('Move', { [to]: text, [from]: '// moved away\n' });
  },
  edit: ({ repo, turn }, file) => repo.write(file, `// ${turn}\n${body(file)}`),
  empty: ({ repo }, file) => repo.write(file, ''),
  noteref: ({ repo }) => repo.git('config', 'ultragit.noteref', 'refs/notes/other'),
  defaultRef: ({ repo }) => repo.git('config', '--unset-all', 'ultragit.noteref'),
  exclude: ({ repo }, file) =>
    repo.write('.ultragit-config.toml', `[ultragit.scope]\nexclude = ["${file}"]\n`),
  include: ({ repo }) => repo.remove('.ultragit-config.toml'),
  ignoreRevs: ({ repo }) => repo.write('.git-blame-ignore-revs', `${repo.git('rev-parse', 'HEAD')}\n`),
  gc: ({ repo }) => repo.git('gc', '-q', '--prune=now'),
  packRefs: ({ repo }) => repo.git('pack-refs', '--all'),
  branch: ({ repo, turn }) => repo.git('branch', `side-${turn}`, 'HEAD~1'),
};

function note(file: File): object {
  return {
    $schema: 'chronicle/v1',
    commit: 'x',
    timestamp: '2025-12-01T00:00:00Z',
    summary: 's',
    context_level: 'enhanced',
    regions: [
      {
        file,
        ast_anchor: { unit_type: 'function', name: `${file[0]}2` },
        lines: { start: 5, end: 7 },
        intent: 'i',
        constraints: [{ text: 'Of another ref', source: 'author' }],
      },
    ],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: true },
  };
}

/** With a worktree, and nothing annotated yet. */
export async function makeRoom(): Promise<Room> {
  const repo = await buildRepository('empty-notes');
  repo.git('checkout', '-q', '-B', 'main');
  repo.git('update-ref', '-d', 'refs/notes/ultragit');
  repo.commit('Begin', Object.fromEntries(FILES.map(file => [file, body(file)])));
  repo.commit('Next', { 'd.ts': 'd\n' });
  return { repo, worktrees: [repo, repo.addWorktree()], home: temporaryDirectory(), turn: 0 };
}

export function happen(room: Room, happenings: typeof HAPPENINGS, what: string, file: File): void {
  room.turn++;
  try {
    happenings[what]?.(room, file);
  } catch {
    // Not possible now.
  }
}
