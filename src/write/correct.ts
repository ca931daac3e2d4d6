/** Takes back, amends or doubts what an annotation says: as a correction beside it, in its own note. */

import { REGION, TOP } from '../annotation/dialects/ultragit-v1-names.ts';
import { asObject, type JsonObject } from '../annotation/json.ts';
import type { Correction, Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import type { Matched } from '../pipeline/judge/match-scope.ts';
import type { FoundRegion } from '../pipeline/notes/find-regions.ts';
import { isTakenBack, withCorrections } from '../pipeline/notes/with-corrections.ts';
import { regions } from '../pipeline/regions.ts';
import type { Scope } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { plural, shortId } from '../wording.ts';
import { whoWrites } from './calls.ts';
import { nameOf } from './complete-region.ts';
import type { Writer } from './git.ts';
import { isSameRegion, listIn, openOwnNote, print, timestamp, withField } from './note-document.ts';
import { changeNotes, type NotesChange, type NotesTip, noteText, tryChange } from './notes-ref.ts';

/** What is wrong: a constraint that does not hold, a text that should read otherwise, or all of it. */
export type Complaint =
  | { kind: 'remove'; constraint: string }
  | { kind: 'amend'; field: AmendableField; constraint?: string; to: string }
  | { kind: 'flag' };

const TEXT_FIELDS = ['intent', 'reasoning', 'risk_notes'] as const;
type TextField = (typeof TEXT_FIELDS)[number];
type AmendableField = TextField | 'constraint';

export const AMENDABLE: readonly AmendableField[] = [...TEXT_FIELDS, 'constraint'];

export type Correcting = {
  path: string;
  anchor?: string;
  /** Only the annotation of this commit. */
  commit?: string;
  complaint: Complaint;
  reason: string;
};

/** A region that is meant, the object that its note hangs on, and the correction without who and when. */
type Target = { said: Region; object: string; correction: Omit<Correction, 'author' | 'timestamp'> };

/** Finds what `read` shows for a unit, and in it what the complaint is about: one thing, or an error that lists them. */
export async function findTarget(snapshot: Snapshot, correcting: Correcting): Promise<Target> {
  const { path, anchor, commit, complaint, reason } = correcting;
  const { matched, excluded, scope } = await regions(snapshot, { path, anchor });
  refuseGuess(scope, anchor);
  const shown = excluded ? [] : nearestOf(matched);
  const named = commit === undefined ? shown : shown.filter(found => objectOf(found).startsWith(commit));
  const what = anchor === undefined ? path : `${anchor} in ${path}`;
  if (named.length === 0) {
    throw refuse(
      `There is no annotation of ${what}${commit === undefined ? '' : ` on ${shortId(commit)}`}.`,
      [`See what there is: ultragit read ${path}`],
    );
  }
  const { noteref } = snapshot.settings;
  const own = named.filter(({ source }) => source === noteref).sort(newestFirst);
  if (own.length === 0) throw notOurs(named, noteref);
  const targets = own.flatMap(found => targetsIn(found, complaint, reason));
  const [only, ...others] = targets;
  if (!only) throw nothingLike(own, complaint);
  if (others.length === 0) return only;
  throw severalMeant(targets, complaint);
}

/** Reading, the nearest name will do; what is written must not land on another unit. */
function refuseGuess({ notices, path }: Scope, anchor: string | undefined): void {
  for (const notice of notices) {
    if (notice.code !== 'anchor_not_found' && notice.code !== 'anchor_assumed') continue;
    const near = notice.code === 'anchor_assumed' ? notice.assumed : notice.nearest;
    throw refuse(
      `There is no ${anchor} in ${path}, and no annotation of it.`,
      near.length > 0
        ? [`Nearest names: ${[...new Set(near)].join(', ')}`]
        : [`See what there is: ultragit read ${path}`],
    );
  }
}

/** Lists them, with what tells them apart. */
function severalMeant(targets: readonly Target[], complaint: Complaint): UltragitError {
  const differ = (of: (target: Target) => string) => new Set(targets.map(of)).size > 1;
  const hasUnits = differ(({ said }) => nameOf(said));
  const isQuoted = complaint.kind !== 'flag' && complaint.constraint !== undefined;
  const ways = [
    ...(hasUnits ? ['name the unit'] : []),
    ...(isQuoted ? ['quote more of it'] : []),
    ...(differ(({ object }) => object) ? ['name the commit of the annotation: --commit'] : []),
  ].join(', or ');
  return refuse(`${plural(targets.length, 'text')} may be meant.`, [
    ...targets.map(({ object, said, correction }) => {
      const place = [shortId(object), ...(hasUnits ? [nameOf(said)] : [])].join(' ');
      return `${place}: ${correction.target_value ?? said.intent ?? nameOf(said)}`;
    }),
    ways === '' ? 'They are in one note: git notes edit' : `${ways.charAt(0).toUpperCase()}${ways.slice(1)}`,
  ]);
}

/** What is about a unit by its name, and only else what is about its file or lines, too. */
function nearestOf(matched: readonly Matched[]): FoundRegion[] {
  const byName = matched.filter(({ match }) => match === 'exact' || match === 'unqualified');
  return (byName.length > 0 ? byName : matched).map(({ found }) => found);
}

function newestFirst(one: FoundRegion, other: FoundRegion): number {
  return other.commit.committer.time - one.commit.committer.time;
}

function objectOf({ note, commit, recovered }: FoundRegion): string {
  return note?.object ?? recovered?.from ?? commit.id;
}

function targetsIn(found: FoundRegion, complaint: Complaint, reason: string): Target[] {
  const { said } = found;
  const target = { said, object: objectOf(found) };
  if (complaint.kind === 'flag') {
    return [{ ...target, correction: { field: 'region', correction_type: 'flag', reason } }];
  }
  if (complaint.kind === 'remove') {
    return constraintsLike(said, complaint.constraint).map(text => ({
      ...target,
      correction: { field: 'constraints', correction_type: 'remove', target_value: text, reason },
    }));
  }
  const { field, to: replacement } = complaint;
  const texts =
    field === 'constraint' ? constraintsLike(said, complaint.constraint ?? '') : [said[field] ?? ''];
  return texts
    .filter(text => text !== '')
    .map(text => ({
      ...target,
      correction: {
        field: field === 'constraint' ? 'constraints' : field,
        correction_type: 'amend',
        target_value: text,
        replacement,
        reason,
      },
    }));
}

/** Constraints in force that are, or have in them, this text; what is the very text means only itself. */
function constraintsLike(region: Region, text: string): string[] {
  const wanted = fold(text);
  const texts = withCorrections(region)
    .filter(item => !isTakenBack(item))
    .map(item => item.text);
  const same = texts.filter(item => fold(item) === wanted);
  return same.length > 0 ? same : texts.filter(item => fold(item).includes(wanted));
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function notOurs(found: readonly FoundRegion[], noteref: string): UltragitError {
  const sources = [...new Set(found.map(({ source }) => source))].join(', ');
  return refuse(`That is said in ${sources}, not in ${noteref}: it is not ours to correct.`, [
    'Correct it with the tool that wrote it, or write an annotation of your own: ultragit annotate --about',
  ]);
}

function nothingLike(own: readonly FoundRegion[], complaint: Complaint): UltragitError {
  const constraints = own.flatMap(({ said }) => constraintsLike(said, ''));
  if (complaint.kind === 'amend' && complaint.field !== 'constraint') {
    return refuse(`No annotation here has ${complaint.field} to amend.`, [
      'Write it: ultragit annotate --about --replace',
    ]);
  }
  const text = complaint.kind === 'flag' ? '' : (complaint.constraint ?? '');
  const hints =
    constraints.length > 0 ? constraints.map(item => `In force: ${item}`) : ['There is none in force.'];
  return refuse(`No constraint in force here says "${text}".`, hints);
}

/** Adds the correction to the region in its note. */
export async function correct(
  writer: Writer,
  ref: string,
  { said, object, correction }: Target,
  { now, dryRun }: { now: Date; dryRun: boolean },
): Promise<NotesTip> {
  const { name } = await writer.run(whoWrites());
  const complete: Correction = { ...correction, timestamp: timestamp(now), author: name };
  const decide = async (tip: NotesTip): Promise<NotesChange> => {
    const note = await noteText(writer, tip, object);
    const text = withCorrection(note ?? Buffer.alloc(0), { object, ref, said }, complete);
    const message = `Correct ${shortId(object)}: ${correction.correction_type} ${correction.field}`;
    return { notes: new Map([[object, { text }]]), message };
  };
  return dryRun ? tryChange(writer, ref, decide) : changeNotes(writer, ref, decide);
}

type Place = { object: string; ref: string; said: Region };

function withCorrection(note: Buffer, { object, ref, said }: Place, correction: Correction): string {
  let isDone = false;
  const documents = openOwnNote(note, object, ref).map(({ source, regions: all }): JsonObject => {
    const corrected = all.map(({ source: raw, region }) => {
      const isMeant = region !== undefined && isSameRegion(region, said) && region.intent === said.intent;
      const fields = asObject(raw);
      if (isDone || !isMeant || !fields) return raw;
      isDone = true;
      const before = listIn(fields, 'corrections', REGION);
      return withField(fields, 'corrections', REGION, [...before, correction]);
    });
    return withField(source, 'regions', TOP, corrected);
  });
  if (isDone) return print(documents);
  throw refuse('The annotation has changed meanwhile.', ['Look at it again: ultragit read']);
}

function refuse(message: string, hints: string[]): UltragitError {
  return new UltragitError('bad_annotation', message, hints);
}
