/** How `read` shows what was just written. */

import type { Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import type { ReadAnswer } from '../query/read/answer.ts';
import { read } from '../query/read/definition.ts';
import type { Workspace } from '../query/workspace.ts';
import { type FormatName, formatNamed } from './formats.ts';
import type { Io } from './io.ts';

type Shown = { text: string; regions: object[]; notices: object[] };

/** Asks for each region as a reader would, and keeps what is from this commit. */
export async function showAsRead(
  io: Io,
  workspace: Workspace,
  formatName: FormatName,
  commit: Commit,
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
    const answer: ReadAnswer = {
      ...asked,
      regions: asked.regions.filter(({ commit: id = '' }) => commit.id.startsWith(id) && id !== ''),
      dependencies_on_this: [],
      cross_cutting: [],
    };
    if (formatName !== 'json') shown.text += await format.render(answer, () => read.describe(answer), io);
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
