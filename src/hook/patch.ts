/** The patches of `apply_patch`: which files they name, and what they change in each. */

/** One line of a patch: kept, taken out, or put in. */
export type PatchLine = { sign: ' ' | '-' | '+'; text: string };

/** Lines that stand together; `after` are lines that come somewhere before them, which the patch names to find its place. */
export type Hunk = { after: string[]; lines: PatchLine[] };

export type PatchedFile = {
  path: string;
  action: 'add' | 'update' | 'delete';
  movedTo?: string;
  hunks: Hunk[];
};

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

export function isPatch(text: string): boolean {
  return text.includes('*** Begin Patch');
}

/** Takes what can be read; a line that does not belong anywhere is passed over. */
export function parsePatch(text: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  const end = text.indexOf('*** End Patch');
  for (const line of text.slice(0, end < 0 ? undefined : end).split(/\r?\n/)) {
    const [, action, path] = FILE.exec(line) ?? [];
    const file = files.at(-1);
    if (action !== undefined && path !== undefined) {
      files.push({ path: path.trim(), action: action.toLowerCase() as PatchedFile['action'], hunks: [] });
    } else if (file) addLine(file, line);
  }
  return files;
}

function addLine(file: PatchedFile, line: string): void {
  const [, target] = MOVE.exec(line) ?? [];
  const hunk = file.hunks.at(-1);
  if (target !== undefined) file.movedTo = target.trim();
  else if (line.startsWith('***')) return;
  else if (line.startsWith('@@')) {
    const place = line.slice(2).trim();
    const begun = hunk && hunk.lines.length === 0 ? hunk : begin(file);
    if (place !== '') begun.after.push(place);
  } else if (line === '') (hunk ?? begin(file)).lines.push({ sign: ' ', text: '' });
  else if (isSign(line[0])) (hunk ?? begin(file)).lines.push({ sign: line[0], text: line.slice(1) });
}

function begin(file: PatchedFile): Hunk {
  const hunk: Hunk = { after: [], lines: [] };
  file.hunks.push(hunk);
  return hunk;
}

function isSign(char: string | undefined): char is PatchLine['sign'] {
  return char === ' ' || char === '-' || char === '+';
}
