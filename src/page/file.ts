import { withCleanTexts } from '../annotation/sanitise.ts';
import { sayNotice } from '../notices.ts';
import { excludedBy } from '../pipeline/scope/excluded-by.ts';
import { openFile } from '../pipeline/scope/open-file.ts';
import type { Scope } from '../pipeline/scope/scope.ts';
import { scopeToday } from '../pipeline/scope/scope-in-history.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { run as read } from '../query/read/run.ts';
import { isBinary } from '../syntax/binary.ts';
import type { FileData } from './data.ts';
import { realPath } from './real-path.ts';

const LARGEST_TEXT = 2 * 1024 * 1024;
const MOST_REGIONS = 2_000;
/** More than that many regions have; what a client takes in bytes is still a limit. */
const NO_TOKEN_LIMIT = 100_000_000;
const MOST_LOOKS = 5;

/** A file's text, its units, and all that `read` says of it. */
export async function file(snapshot: Snapshot, asked: string): Promise<FileData> {
  const path = await realPath(snapshot, asked);
  for (let look = 1; ; look++) {
    const seen = await scopeToday(snapshot, { path });
    const answer = await read(snapshot.once(withRoom), { path }, { audience: 'agent' });
    // Its lines are those of the text only where nobody wrote the file in between.
    const isSame = (await openFile(snapshot, { path })).id === seen.id;
    if (!isSame && look < MOST_LOOKS) continue;
    const { units, language } = await outlineIn(seen);
    const { text, why } = textOf(snapshot, seen);
    const data = withCleanTexts({ path: seen.path, why_no_text: why, language, units, read: answer });
    return text === undefined ? data : { ...data, text };
  }
}

/** The same state, with settings that leave room for all regions of a file. */
function withRoom(snapshot: Snapshot): Snapshot {
  const settings = { ...snapshot.settings, maxRegions: MOST_REGIONS, readTokens: NO_TOKEN_LIMIT };
  return { ...snapshot, settings };
}

async function outlineIn(seen: Scope): Promise<Pick<FileData, 'units' | 'language'>> {
  const outline = await seen.outline();
  const units = 'units' in outline ? outline.units : [];
  return {
    language: outline.language,
    units: units.map(({ type, name, signature, lines: { start, end } }) => ({
      ...{ type, name },
      ...(signature === '' ? {} : { signature }),
      lines: [start, end],
    })),
  };
}

/** Who may look at the page may not look at what was never committed: ignored files hold keys and passwords. */
function textOf(snapshot: Snapshot, { path, data, committed }: Scope): { text?: string; why?: string } {
  const excluded = excludedBy(path, snapshot.settings);
  if (excluded) return { why: sayNotice(excluded, 'terminal').message };
  if (!committed) return { why: 'This file is not committed, so its text is not shown.' };
  if (data.length > LARGEST_TEXT) return { why: 'This file is larger than 2 MiB, so its text is not shown.' };
  if (isBinary(data)) return { why: 'This file is binary.' };
  return { text: data.toString('utf8') };
}
