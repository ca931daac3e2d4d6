import { TRANSCRIPT } from '../../annotation/dialects/memento.ts';
import type { Flaw } from '../../annotation/flaws.ts';
import { NOT_READ } from '../../annotation/mistake.ts';
import { isFlawed, MAX_NOTE_BYTES } from '../../annotation/note-reading.ts';
import { oneLine } from '../../annotation/sanitise.ts';
import type { FlawedNotes } from '../../answers.ts';
import { MESSAGES, type NoteRecord } from '../../index/notes-index.ts';
import { readRecords } from '../placing/read-records.ts';
import type { FileRegions } from '../regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { estimateTokens } from '../trim/estimate-tokens.ts';

const MOST_NOTES = 20;
const MOST_FLAWS = 20;
const MOST_LOOKED_AT = 200;

/** The notes behind an answer: those that had flaws and gave something, and the commits that own lines in scope. */
type Behind = { repaired: Iterable<NoteRecord>; owners?: Iterable<string> };

export function notesBehind(files: readonly FileRegions[]): Behind | undefined {
  const seen = files.filter(({ excluded }) => !excluded);
  if (seen.length === 0) return undefined;
  const owners = new Set(seen.flatMap(({ blame }) => [...blame.owners]));
  return { repaired: seen.flatMap(({ notes }) => notes.repaired), owners };
}

/** Adds to an answer what is wrong with notes, if any are behind it, of as many as a token budget has room for. */
export async function withFlaws<Answer extends object>(
  answer: Answer,
  snapshot: Snapshot,
  behind: Behind | undefined,
  maxTokens?: number,
): Promise<Answer> {
  const found = behind ? await flawedNotes(snapshot, behind) : { flawed_notes: [], more_flawed_notes: 0 };
  const { flawed_notes: notes, more_flawed_notes: more } = found;
  for (let count = notes.length; count >= 0; count--) {
    const left = more + notes.length - count;
    const shown = { flawed_notes: notes.slice(0, count), more_flawed_notes: left || undefined };
    const whole = { ...answer, ...shown };
    if (maxTokens === undefined || estimateTokens(JSON.stringify(whole)) <= maxTokens) return whole;
  }
  return answer;
}

/** First the notes that gave something, then those on commits of the scope, then all others that can't be read. */
async function flawedNotes(snapshot: Snapshot, { repaired, owners = [] }: Behind): Promise<FlawedNotes> {
  const here = [...owners].flatMap(object => snapshot.index.byObject(object));
  const unread = [...here, ...snapshot.index.malformed].filter(isUnread);
  const gave = [...repaired].filter(({ source }) => source !== MESSAGES);
  const records = [...new Set([...gave, ...(await saidNothing(snapshot, here)), ...unread])];
  const shown = await Promise.all(records.slice(0, MOST_NOTES).map(record => describe(snapshot, record)));
  return {
    flawed_notes: shown.filter(({ flaws }) => flaws.length > 0),
    more_flawed_notes: Math.max(0, records.length - MOST_NOTES),
  };
}

/** A note that is no annotation is not read, but has no flaw. */
function isUnread({ problem }: NoteRecord): boolean {
  return problem !== undefined && problem !== TRANSCRIPT;
}

/** Notes that could be read, and yet have no region, because of how they are written. */
async function saidNothing(snapshot: Snapshot, records: readonly NoteRecord[]): Promise<NoteRecord[]> {
  const readable = records.filter(({ problem, source }) => problem === undefined && source !== MESSAGES);
  const read = await readRecords(snapshot, readable.slice(0, MOST_LOOKED_AT));
  const silent = read.filter(
    ({ reading }) => isFlawed(reading) && reading.annotations.every(({ regions }) => regions.length === 0),
  );
  return silent.map(({ record }) => record);
}

async function describe(
  { repository }: Snapshot,
  { object, source, blob, problem }: NoteRecord,
): Promise<FlawedNotes['flawed_notes'][number]> {
  const note = await repository.readKnown(blob, MAX_NOTE_BYTES);
  const { flawsOf } = await import('../../annotation/flaws.ts');
  const flaws = note?.data ? await flawsOf(note.data, source) : notThere(problem);
  return {
    commit: object,
    source: oneLine(source),
    flaws: flaws.slice(0, MOST_FLAWS),
    more_flaws: Math.max(0, flaws.length - MOST_FLAWS) || undefined,
  };
}

function notThere(problem = 'the note can not be read'): Flaw[] {
  return [{ problem, done: NOT_READ }];
}
