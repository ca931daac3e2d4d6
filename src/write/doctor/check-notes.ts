import { UltragitError } from '../../errors.ts';
import { listNotes } from '../../index/notes-tree.ts';
import { plural } from '../../wording.ts';
import type { Writer } from '../git.ts';
import { type NotesTip, notesTip } from '../notes-ref.ts';
import { listRemoteNotes, type RemoteRef } from '../share/calls.ts';
import { compareNotes, mergeWith, type Relation } from '../share/integrate.ts';
import { trackingRef } from '../share/refspec.ts';
import type { Remote } from '../share/remote.ts';
import type { Finding } from './finding.ts';

/** The notes of this clone. */
export async function checkLocal(
  writer: Writer,
  ref: string,
): Promise<{ tip?: NotesTip; findings: Finding[] }> {
  const code = 'notes_here';
  try {
    const tip = await notesTip(writer, ref);
    if (tip.tree === undefined) {
      const message = `${ref} does not exist: there are no annotations in this clone yet.`;
      return { tip, findings: [{ code, state: 'fine', message, fix: 'ultragit annotate --help' }] };
    }
    const { notes, complete } = await listNotes(writer.repository, tip.tree);
    const message = `${ref} has ${plural(notes.length, 'note')}.`;
    const missing: Finding = {
      code: 'notes_missing',
      state: 'unseen',
      message: `Part of ${ref} is missing from this clone or damaged.`,
      fix: 'In a partial clone: git fetch --refetch; otherwise: git fsck',
    };
    return { tip, findings: [{ code, state: 'fine', message }, ...(complete ? [] : [missing])] };
  } catch (error) {
    return { findings: [unseen(code, error)] };
  }
}

function unseen(code: string, error: unknown): Finding {
  if (!(error instanceof UltragitError)) throw error;
  const [hint] = error.hints;
  return {
    code,
    state: 'unseen',
    message: error.message,
    ...(typeof hint === 'string' ? { fix: hint } : {}),
  };
}

/** What the copy of a remote's notes knows; nobody is asked. */
export async function checkCopy(writer: Writer, ours: NotesTip, remote: string): Promise<Finding[]> {
  const copy = trackingRef(remote, ours.ref);
  try {
    const theirs = await notesTip(writer, copy);
    if (theirs.commit !== undefined)
      return [await compared(writer, ours, theirs.commit, `As of the last fetch, ${remote}`)];
  } catch (error) {
    return [unseen('notes_there', error)];
  }
  const message = `Whether ${remote} has annotations is not known here, and it was not asked.`;
  const fix = 'Ask it: ultragit doctor --remote; take them over: ultragit sync --fetch-only';
  return [{ code: 'notes_there', state: 'unseen', message, fix }];
}

/** What a remote says that it has. */
export async function checkRemote(writer: Writer, ours: NotesTip, remote: Remote): Promise<Finding[]> {
  let refs: RemoteRef[];
  try {
    refs = await remote.run(listRemoteNotes(remote.name));
  } catch (error) {
    return [unseen('notes_there', error)];
  }
  const theirs = refs.find(({ ref }) => ref === ours.ref);
  const others = await notHere(writer, ours, remote.name, refs);
  if (!theirs) return [await withoutNotes(ours, remote.name), ...others];
  const isHere = (await writer.repository.commit(theirs.id)) !== undefined;
  const own = isHere
    ? await compared(writer, ours, theirs.id, `The remote ${remote.name}`)
    : { ...DIFFERENT, message: `The remote ${remote.name} has notes that are not here.` };
  return [own, ...others];
}

function withoutNotes(ours: NotesTip, remote: string): Finding {
  const code = 'notes_there';
  if (ours.commit === undefined)
    return { code, state: 'fine', message: `The remote ${remote} has no notes either.` };
  return {
    code,
    state: 'mend',
    message: `The remote ${remote} has none of your notes.`,
    fix: 'ultragit sync',
  };
}

const DIFFERENT = { code: 'notes_there', state: 'mend', fix: 'ultragit sync' } as const;

const SAID: Record<Exclude<Relation, 'same'>, string> = {
  ahead: 'lacks notes that are here',
  behind: 'has notes that are not here',
  apart: 'has notes that are not here, and lacks some that are',
};

async function compared(writer: Writer, ours: NotesTip, theirs: string, who: string): Promise<Finding> {
  const { relation } = await compareNotes(writer, ours, theirs);
  if (relation === 'same')
    return { code: 'notes_there', state: 'fine', message: `${who} has the same notes.` };
  const merge = await mergeOf(writer, ours, theirs);
  if (merge && merge.removals.length > 0 && merge.keeping.size === 0) {
    const what = `notes on ${plural(merge.removals.length, 'commit')}`;
    const fix = 'To remove them here, too: ultragit sync --accept-removals';
    return {
      code: 'notes_there',
      state: 'fine',
      message: `${who} removed ${what}, which are kept here.`,
      fix,
    };
  }
  return { ...DIFFERENT, message: `${who} ${SAID[relation]}.` };
}

/** Undefined where it can't be told, or they can't be merged: a sync says why. */
async function mergeOf(writer: Writer, ours: NotesTip, commit: string) {
  const tree = (await writer.repository.commit(commit))?.tree;
  if (tree === undefined) return undefined;
  return mergeWith(writer, ours, { commit, tree, remote: '' }).catch((error: unknown) => {
    if (!(error instanceof UltragitError)) throw error;
    return undefined;
  });
}

/** Other notes of a remote, which may be annotations in another form. */
async function notHere(
  writer: Writer,
  ours: NotesTip,
  remote: string,
  refs: readonly RemoteRef[],
): Promise<Finding[]> {
  const others: string[] = [];
  for (const { ref } of refs) {
    const isPlain = /^refs\/notes\/[\w./+@-]+$/.test(ref) && !/^refs\/notes\/(remote|origin)\//.test(ref);
    if (ref === ours.ref || !isPlain || (await writer.repository.refCommit(ref))) continue;
    others.push(ref);
  }
  const [first] = others;
  if (first === undefined) return [];
  const message = `The remote ${remote} also has ${others.slice(0, 5).join(', ')}, which ${others.length === 1 ? 'is' : 'are'} not here.`;
  return [
    {
      code: 'other_notes',
      state: 'fine',
      message,
      fix: `ultragit sync ${remote} --fetch-only --noteref ${first}`,
    },
  ];
}
