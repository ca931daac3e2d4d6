/** How `read` shows what was just written. */

import type { Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import type { ReadAnswer } from '../query/read/answer.ts';
import { read } from '../query/read/definition.ts';
import type { Workspace } from '../query/workspace.ts';
import { renderJson } from '../render/json.ts';
import { shortId } from '../wording.ts';
import type { NotesTip } from '../write/notes-ref.ts';
import { formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import type { Opened } from './writing.ts';

/** What was written, or would be: where to, in how many words it is said, and what it is about. */
type Outcome = {
  $schema: string;
  dryRun: boolean;
  /** What the notes ref names now, or would. */
  tip: NotesTip;
  commit: string;
  what: string;
  regions: readonly Region[];
};

/** Prints how `read` shows it; of a dry run, how it would. */
export async function reportWritten(io: Io, opened: Opened, outcome: Outcome): Promise<void> {
  const { $schema, dryRun, tip, commit, what, regions } = outcome;
  const { workspace, format } = opened;
  const noteref = tip.ref;
  if (dryRun && tip.commit !== undefined) workspace.repository.pretend(noteref, tip.commit);
  const shown = await showAsRead(opened, commit, regions);
  if (format === 'json') {
    const answer = { written: !dryRun, commit, noteref, regions: shown.regions, notices: shown.notices };
    io.stdout.write(`${renderJson({ $schema, ...answer })}\n`);
    return;
  }
  const done = dryRun ? `Dry run: nothing was written. It would be ${what}` : `Written: ${what}`;
  io.stdout.write(`${shown.text}\n${done} on ${shortId(commit)} in ${noteref}.\n`);
}

type Shown = { text: string; regions: object[]; notices: object[] };

/** Asks for each region as a reader would, and keeps what is on this commit, where that is in today's history. */
async function showAsRead(
  { workspace, format: formatName, look }: Opened,
  commit: string,
  regions: readonly Region[],
): Promise<Shown> {
  const format = formatNamed(formatName);
  const shown: Shown = { text: '', regions: [], notices: [] };
  for (const region of regions) {
    const asked = await ask(workspace, region, format.audience);
    if (typeof asked === 'string') {
      shown.text += `${asked}\n`;
      continue;
    }
    const own = asked.regions.filter(
      ({ commit: id = '', anchor }) =>
        id !== '' && commit.startsWith(id) && (region.ast_anchor !== undefined || anchor === undefined),
    );
    const isThere = own.length > 0;
    const answer: ReadAnswer = {
      ...asked,
      regions: isThere ? own : asked.regions,
      dependencies_on_this: [],
      cross_cutting: [],
    };
    if (formatName !== 'json') shown.text += await format.render(answer, () => read.describe(answer), look);
    shown.regions.push(...answer.regions.map(item => ({ file: region.file, ...item })));
    shown.notices.push(...(answer.notices ?? []));
  }
  return shown;
}

/** A file of an older commit may be gone: that is said, and no failure. */
async function ask(
  workspace: Workspace,
  { file, ast_anchor: anchor }: Region,
  audience: 'terminal' | 'agent',
): Promise<ReadAnswer | string> {
  const question = { path: file, ...(anchor ? { anchor: anchor.name } : {}), messages: false };
  try {
    const answer = await workspace.ask({}, snapshot => read.run(snapshot, question, { audience }));
    return answer as ReadAnswer;
  } catch (error) {
    if (error instanceof UltragitError) return error.message;
    throw error;
  }
}
