import { MESSAGES } from '../../index/notes-index.ts';
import { placeRegions } from '../../pipeline/placing/place-regions.ts';
import { readRecords } from '../../pipeline/placing/read-records.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { listed, plural, shortId } from '../../wording.ts';
import type { Finding } from './finding.ts';

/** Beyond these, looking for what became of each would take minutes. */
const MOST_NOTES = 2_000;

const MOST_NAMED = 5;

/** What a query can see: its sources, and where the annotated commits are. */
export async function checkAnnotations(snapshot: Snapshot): Promise<Finding[]> {
  return [
    ...sources(snapshot),
    ...malformed(snapshot),
    ...shallow(snapshot),
    ...(await whereabouts(snapshot)),
  ];
}

function sources({ sources: seen, states }: Snapshot): Finding[] {
  const names = seen.filter(({ size }) => size > 0).map(({ name, size }) => `${name} (${size})`);
  const message = names.length > 0 ? `Read: ${names.join(', ')}.` : 'No source says anything yet.';
  const unread = states.unread.map(
    ({ ref, problem }): Finding => ({
      code: 'unread_source',
      state: 'unseen',
      message: `${ref} can't be read: ${problem}.`,
      fix: 'git fsck',
    }),
  );
  return [{ code: 'sources', state: 'fine', message }, ...unread];
}

function malformed({ index }: Snapshot): Finding[] {
  const broken = index.malformed.filter(({ source }) => source !== MESSAGES);
  if (broken.length === 0) return [];
  const ids = [...new Set(broken.map(({ object }) => shortId(object)))];
  const message = `${plural(broken.length, 'note')} can't be read: ${listed(ids.slice(0, MOST_NAMED), ids.length)}.`;
  return [{ code: 'malformed_notes', state: 'mend', message, fix: `ultragit validate ${ids[0] ?? ''}` }];
}

function shallow({ repository }: Snapshot): Finding[] {
  if (repository.shallowBoundaries().size === 0) return [];
  const message = 'This clone is shallow: what was annotated before its first commit is not placed.';
  return [{ code: 'shallow', state: 'unseen', message, fix: 'git fetch --unshallow' }];
}

/** Which annotations belong to this history, which were brought back into it, and which are lost. */
async function whereabouts(snapshot: Snapshot): Promise<Finding[]> {
  const all = snapshot.index
    .byObjectPrefix('')
    .filter(({ source, problem }) => source !== MESSAGES && !problem);
  const records = all.slice(0, MOST_NOTES);
  if (records.length === 0) return [];
  const read = await readRecords(snapshot, records);
  const { regions, unreachable, misplaced } = await placeRegions(
    snapshot,
    read,
    annotation => annotation.regions,
  );
  const recovered = regions.filter(region => region.recovered).length;
  const findings: Finding[] = [
    {
      code: 'annotations',
      state: 'fine',
      message: `${plural(regions.length, 'annotation')} in this history${recovered > 0 ? `, ${recovered} of them recovered from commits that are not in it any more` : ''}.`,
    },
  ];
  const unmerged = unreachable.filter(({ why }) => why === 'unmerged');
  if (unmerged.length > 0) {
    findings.push({
      code: 'unmerged',
      state: 'fine',
      message: `${plural(unmerged.length, 'note')} on branches that are not merged.`,
    });
  }
  const lost = unreachable.filter(({ why }) => why !== 'unmerged');
  if (lost.length > 0) {
    const ids = lost.map(({ object }) => shortId(object));
    findings.push({
      code: 'lost',
      state: 'unseen',
      message: `${plural(lost.length, 'note')} on commits that are not in this history, with no place in it: ${listed(ids.slice(0, MOST_NAMED), ids.length)}.`,
      fix: 'If a branch was squashed: ultragit carry <base>..<branch> --onto <squash commit>',
    });
  }
  if (misplaced.length > 0) {
    findings.push({
      code: 'misplaced',
      state: 'fine',
      message: `${plural(misplaced.length, 'note')} on something that is no commit.`,
    });
  }
  if (all.length > records.length) {
    findings.push({
      code: 'not_all_placed',
      state: 'unseen',
      message: `Only ${records.length} of ${all.length} notes were looked for in this history.`,
    });
  }
  return findings;
}
