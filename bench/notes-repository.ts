import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

/** A repository with as many annotated commits as asked for, made by one `git fast-import`; one that is there is used. */
export type NotesRepository = { path: string; env: Record<string, string>; head: string };

const REF = 'refs/notes/ultragit';
/** A file that one annotation depends on; the others have dozens of dependents. */
export const RARE = 'src/rare.ts';
const METHODS = 8;
const METHOD_LINES = 6;
const WORDS =
  'the broker drops a session after silence so this timer must stay below half of it and retry once ' +
  'because callers rely on order of delivery while a lock is held by the writer that owns this queue';

export async function makeNotesRepository(
  room: string,
  count: number,
  path = process.env.PATH ?? '',
  files = Math.max(10, Math.round(count / 20)),
): Promise<NotesRepository> {
  const repository = `${room}/notes-${count}-${files}`;
  const env = { HOME: room, PATH: path, GIT_CONFIG_NOSYSTEM: '1' };
  const done = `${repository}.done`;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, env, maxBuffer: 1 << 28 });
  const made = () => ({ path: repository, env, head: git('rev-parse', 'HEAD').toString().trim() });
  if (existsSync(done)) return made();
  mkdirSync(repository);
  git('init', '-q', '-b', 'main');
  const importer = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: repository,
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const send = async (text: string) => {
    if (!importer.stdin.write(text)) await once(importer.stdin, 'drain');
  };
  const random = generator(count);
  for (let at = 1; at <= count; at++) {
    const base = at === 1 ? '' : `from :${at - 1}\n`;
    const first = at === 1 ? allFiles(files) : change(fileName(at % files), source(at, files));
    await send(`commit refs/heads/main\nmark :${at}\n${person(at)}${data(`Change ${at}`)}${base}${first}\n`);
  }
  await send(`commit ${REF}\n${person(count + 1)}${data('Annotate')}`);
  for (let at = 1; at <= count; at++) {
    await send(`N inline :${at}\n${data(JSON.stringify(note(at, files, random), null, 2))}`);
  }
  await send('\ndone\n');
  importer.stdin.end();
  await once(importer, 'close');
  git('reset', '-q', '--hard');
  // To find the best deltas of a million notes takes longer than to measure them.
  if (count <= 200_000) git('repack', '-q', '-a', '-d');
  writeFileSync(done, '');
  return made();
}

/** Hangs one more note on HEAD. */
export function addNote({ path, env }: NotesRepository, text: string): void {
  execFileSync('git', ['notes', `--ref=${REF}`, 'add', '-f', '-F', '-', 'HEAD'], {
    cwd: path,
    env: {
      ...env,
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
    },
    input: text,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

export function fileName(at: number): string {
  return `src/part-${at % 40}/module-${Math.floor(at / 40) % 25}/file-${at}.ts`;
}

/** From 1 to 4 KB of what writers write. */
export function note(at: number, files: number, random: () => number): object {
  const region = (which: number) => ({
    file: fileName((at + which * 7) % files),
    ast_anchor: {
      unit_type: 'method',
      name: `Client::send${method(at, files)}`,
      signature: `send${method(at, files)}(message: Message): void`,
    },
    lines: linesOf(method(at, files)),
    intent: sentence(12, random),
    reasoning: sentence(30 + Math.floor(random() * 60), random),
    constraints: [
      { text: sentence(14, random), source: 'author' },
      { text: sentence(9, random), source: 'inferred' },
    ],
    semantic_dependencies: [
      {
        file: at === 1 && which === 0 ? RARE : fileName(Math.floor(random() * files)),
        anchor: `Queue::take${at % 31}`,
        nature: sentence(8, random),
      },
    ],
    tags: ['bench', `tag-${at % 12}`],
  });
  return {
    $schema: 'ultragit/v1',
    commit: at,
    timestamp: '2026-01-01T00:00:00Z',
    summary: sentence(10, random),
    context_level: at % 3 ? 'enhanced' : 'inferred',
    regions: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, which) => region(which)),
    cross_cutting:
      at % 10
        ? []
        : [{ description: sentence(10, random), regions: [{ file: fileName(at % files), anchor: 'x' }] }],
    provenance: { operation: 'initial', derived_from: [] },
  };
}

function allFiles(count: number): string {
  const all = Array.from({ length: count }, (_, at) => change(fileName(at), source(at, count)));
  return [...all, change(RARE, source(0, count))].join('');
}

/** The method that a commit changes: over time each of a file's. */
function method(at: number, files: number): number {
  return (at + Math.floor(at / files)) % METHODS;
}

function linesOf(which: number): { start: number; end: number } {
  return { start: which * METHOD_LINES + 2, end: (which + 1) * METHOD_LINES };
}

/** The file that a commit changes: each method has the number of the commit that changed it last. */
function source(at: number, files: number): string {
  const last = new Map<number, number>();
  for (let before = at % files; before <= at; before += files) last.set(method(before, files), before);
  const methods = Array.from({ length: METHODS }, (_, which) => [
    `  send${which}(message: Message): void {`,
    `    if (this.limit < ${last.get(which) ?? 0}) throw new QueueFull(message.topic);`,
    `    this.queue.take${which}(message.topic, message.body);`,
    '    this.acknowledge(message);',
    '  }',
    '',
  ]);
  return `${['export class Client extends Connection {', ...methods.flat(), '}'].join('\n')}\n`;
}

function change(path: string, content: string): string {
  return `M 100644 inline ${path}\n${data(content)}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function person(at: number): string {
  return `committer Bench <bench@example.com> ${1_600_000_000 + at * 60} +0000\n`;
}

function sentence(words: number, random: () => number): string {
  const all = WORDS.split(' ');
  return Array.from({ length: words }, () => all[Math.floor(random() * all.length)]).join(' ');
}

/** A small generator of numbers, so that each run measures the same notes. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
