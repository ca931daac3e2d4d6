import { filesAt } from '../git/files-at.ts';
import type { CallContext, Workspace } from '../query/workspace.ts';
import type { CheckAnswer } from './answer.ts';
import { type CheckOptions, check } from './check.ts';
import { comparison } from './comparison.ts';

/** Checks a change by the settings and ignore lists of the commit before it: a change does not judge itself. */
export function askCheck(
  workspace: Workspace,
  options: CheckOptions,
  context: CallContext = {},
): Promise<CheckAnswer> {
  const settingsOf: CallContext['settingsOf'] = async known =>
    filesAt(known.repository, (await comparison(known, options)).base);
  return workspace.ask({ ...context, settingsOf }, snapshot =>
    check(snapshot, options, files => workspace.settingsIn(files, context.signal)),
  );
}
