/** From a call of a tool to the files that it is about, and what it does to each. Imports nothing that is slow to load. */

import { isAbsolute, resolve } from 'node:path';
import { type Fields, fieldsIn, numberIn, type ToolCall, textIn } from './event.ts';
import { type Hunk, isPatch, parsePatch } from './patch.ts';

/** `all`: every place of the old text, not just one. */
export type Edit = { from: string; to: string; all: boolean };

/** What happens to a file; `before` is its text before that, where the host has it. A change that is not known in detail concerns all of it. */
export type Action =
  | { kind: 'read'; lines?: { start: number; end: number } }
  | { kind: 'edits'; edits: Edit[]; before?: string }
  | { kind: 'hunks'; hunks: Hunk[] }
  | { kind: 'insert'; after: number }
  | { kind: 'cell'; id: string }
  | { kind: 'write'; content: string; before?: string }
  | { kind: 'delete' }
  | { kind: 'change' };

/** `path` is absolute, as the host spells it. */
export type Target = { path: string; action: Action };

const READERS = new Set(['read', 'read_file', 'view', 'readfile']);
const SHELLS = new Set(['bash', 'powershell', 'shell', 'run_shell_command']);
const MOST_TARGETS = 50;

/** No target for a tool that is about no file. */
export function targetsOf(call: ToolCall): Target[] {
  const patch = patchIn(call.input);
  const targets = patch === undefined ? plainTargets(call) : patchTargets(patch, call);
  return targets
    .filter(({ path }) => path !== '' && !path.includes('\0'))
    .slice(0, MOST_TARGETS)
    .map(({ path, action }) => ({ path: resolve(call.directory, path), action }))
    .filter(({ path }) => isAbsolute(path));
}

/** The command that the agent's shell ran; undefined for any other tool. */
export function shellCommand({ tool, input }: ToolCall): string | undefined {
  return SHELLS.has(tool.toLowerCase()) ? textIn(input, 'command') : undefined;
}

function patchIn(input: Fields): string | undefined {
  const { command } = input;
  const words = Array.isArray(command) ? command.filter(word => typeof word === 'string') : [];
  const texts = [textIn(input, 'command'), textIn(input, 'patch'), textIn(input, 'input'), ...words];
  return texts.find(text => text !== undefined && isPatch(text));
}

/** After a patch, what was renamed has its new name. */
function patchTargets(patch: string, { moment }: ToolCall): Target[] {
  return parsePatch(patch).flatMap(({ path, action, movedTo, hunks }): Target[] => {
    if (action === 'add') return [];
    if (action === 'delete') return [{ path, action: { kind: 'delete' } }];
    const here = moment === 'after' ? (movedTo ?? path) : path;
    return [{ path: here, action: hunks.length > 0 ? { kind: 'hunks', hunks } : { kind: 'change' } }];
  });
}

function plainTargets(call: ToolCall): Target[] {
  const { input } = call;
  const path = textIn(
    input,
    'file_path',
    'path',
    'notebook_path',
    'absolute_path',
    'target_file',
    'filePath',
  );
  return path === undefined ? [] : [{ path, action: actionOf(call) }];
}

function actionOf({ tool, input, response }: ToolCall): Action {
  const { command } = input;
  if (READERS.has(tool.toLowerCase()) || command === 'view') return { kind: 'read', lines: linesRead(input) };
  const edits = editsIn(input);
  if (edits.length > 0) return { kind: 'edits', edits, before: contentBefore(response) };
  const content = textIn(input, 'content', 'file_text', 'contents');
  const cell = textIn(input, 'cell_id');
  const line = numberIn(input, 'insert_line');
  if (content !== undefined) return { kind: 'write', content, before: contentBefore(response) };
  if (line !== undefined) return { kind: 'insert', after: line };
  return cell === undefined ? { kind: 'change' } : { kind: 'cell', id: cell };
}

/** Gemini CLI shows its user the file as it was. */
function contentBefore(response: Fields): string | undefined {
  return textIn(fieldsIn(response.returnDisplay), 'originalContent');
}

function editsIn(input: Fields): Edit[] {
  const all = Array.isArray(input.edits) ? input.edits.map(fieldsIn) : [input];
  return all.flatMap(edit => {
    const from = textIn(edit, 'old_string', 'old_str');
    if (from === undefined) return [];
    const isMany = edit.replace_all === true || edit.allow_multiple === true;
    const count = numberIn(edit, 'expected_replacements') ?? 1;
    return [{ from, to: textIn(edit, 'new_string', 'new_str') ?? '', all: isMany || count > 1 }];
  });
}

/** Undefined for the whole file. */
function linesRead(input: Fields): { start: number; end: number } | undefined {
  const { view_range: range } = input;
  const [first, last] = Array.isArray(range) ? range.map(Number) : [];
  const start = first ?? numberIn(input, 'offset', 'start_line');
  const limit = numberIn(input, 'limit');
  const end =
    last ?? numberIn(input, 'end_line') ?? (limit === undefined ? undefined : (start ?? 1) + limit - 1);
  if (start === undefined && end === undefined) return undefined;
  const from = Math.max(1, start ?? 1);
  return { start: from, end: end === undefined || end < from ? Number.MAX_SAFE_INTEGER : end };
}
