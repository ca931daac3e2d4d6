/** What `validate` does. Loaded when it runs. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_NOTE_BYTES } from '../annotation/note-reading.ts';
import { oneLine } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import { notesOn } from '../index/notes-tree.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { renderJson } from '../render/json.ts';
import { plural, shortId } from '../wording.ts';
import { type CheckedFlaw, checkNote, commitIn } from '../write/check-note.ts';
import type { Io } from './io.ts';
import { commitNamed, inWorkspace, readStdin, type WritingFlags } from './writing.ts';

export type ValidateFlags = WritingFlags & { commit?: string };

export function runValidate(io: Io, what: string | undefined, flags: ValidateFlags): Promise<number> {
  return inWorkspace(io, flags, async ({ snapshot }) => {
    const note = await noteNamed(io, snapshot, what, flags.commit);
    const flaws = await checkNote(snapshot, note.data, note.commit, note.unknown);
    const lost = flaws.filter(flaw => flaw.lost).length;
    if (flags.json) {
      const answer = { note: note.name, commit: note.commit.id, valid: lost === 0, flaws };
      io.stdout.write(`${renderJson({ $schema: 'ultragit-validate/v1', ...answer })}\n`);
    } else io.stdout.write(inWords(note.name, flaws, lost));
    return lost > 0 ? 1 : 0;
  });
}

/** `unknown` is the commit that it names, where this clone has none like it. */
type Named = { name: string; data: Buffer; commit: Commit; unknown?: string };

async function noteNamed(
  io: Io,
  snapshot: Snapshot,
  what: string | undefined,
  at: string | undefined,
): Promise<Named> {
  const data = what === undefined ? undefined : await textNamed(io, what);
  if (data) {
    const name = what === '-' ? 'stdin' : (what ?? '');
    const said = at === undefined ? commitIn(data) : undefined;
    const meant = said === undefined ? undefined : await commitNamed(snapshot, said).catch(ifUnknown);
    if (meant) return { name, data, commit: meant };
    return { name, data, commit: await commitNamed(snapshot, at), unknown: said };
  }
  const commit = await commitNamed(snapshot, what).catch(error => {
    ifUnknown(error);
    throw new UltragitError('bad_argument', `There is neither a file nor a commit ${what}.`, [
      'Name a file, a commit that has a note, or - for stdin.',
    ]);
  });
  return { name: `note on ${shortId(commit.id)}`, data: await noteOn(snapshot, commit), commit };
}

function ifUnknown(error: unknown): undefined {
  if (!(error instanceof UltragitError) || error.code !== 'bad_revision') throw error;
  return undefined;
}

async function textNamed(io: Io, what: string): Promise<Buffer | undefined> {
  if (what === '-') return Buffer.from(await readStdin(io, true));
  const file = resolve(io.cwd, what);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  if (stats.size > MAX_NOTE_BYTES) throw tooLarge(what);
  return readFileSync(file);
}

async function noteOn({ repository, states, settings }: Snapshot, commit: Commit): Promise<Buffer> {
  const { tree } = states.primary;
  const [entry] = tree === undefined ? [] : await notesOn(repository, tree, commit.id);
  if (!entry) {
    throw new UltragitError(
      'bad_argument',
      `There is no note on ${shortId(commit.id)} in ${settings.noteref}.`,
      ['Name a commit that has one, a file, or - for stdin.'],
    );
  }
  const object = await repository.read(entry.blob, MAX_NOTE_BYTES);
  if (object?.data) return object.data;
  throw tooLarge(`The note on ${shortId(commit.id)}`);
}

function tooLarge(what: string): UltragitError {
  return new UltragitError('bad_annotation', `${what} is missing or larger than 1 MiB, which is not read.`, [
    'Say it shorter, or split it.',
  ]);
}

function inWords(name: string, flaws: readonly CheckedFlaw[], lost: number): string {
  if (flaws.length === 0) return `${name}: nothing is wrong with it.\n`;
  const lines = flaws.map(({ line, column, field, problem, done, remedy, lost: isLost }) => {
    const place = line === undefined ? '' : `${line}:${column}: `;
    const said = `${place}${isLost ? 'error' : 'warning'}: ${field ? `${field}: ` : ''}${problem}, ${done}.`;
    return `${oneLine(said)}${remedy === undefined ? '' : `\n    ${oneLine(remedy)}`}\n`;
  });
  const warnings = flaws.length - lost;
  const count = [lost > 0 ? plural(lost, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''];
  return `${lines.join('')}${name}: ${count.filter(Boolean).join(', ')}.\n`;
}
