// A file with hundreds of commits behind it, a few of them annotated: where blame is slow.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** So many commits change the file, three of them annotated; between two of them, others change something else. */
type Shape = { changes: number; between: number };

export const LONG: Shape = { changes: 700, between: 0 };
export const HUGE: Shape = { changes: 1_000, between: 99 };

const START = 1_300_000_000;
const HOUR = 3_600;
const OTHER_FILES = 400;

export function buildLongHistory(directory: string, env: Record<string, string>, shape = LONG): void {
  mkdirSync(directory, { recursive: true });
  const git = (args: string[], input?: string) => execFileSync('git', args, { cwd: directory, env, input });
  git(['init', '-q', '-b', 'main']);
  git(['fast-import', '--quiet'], stream(shape));
  git(['reset', '-q', '--hard']);
}

function stream({ changes, between }: Shape): string {
  const lines = Array.from({ length: 1_500 }, (_, at) => line(at, 'first'));
  const annotated = [6 / 7, 13 / 14, 69 / 70].map(part => Math.round(changes * part));
  const parts: string[] = [];
  const notes: string[] = [];
  let mark = 0;
  const begin = (message: string) => {
    mark++;
    parts.push(`commit refs/heads/main\nmark :${mark}\n${committer(mark)}${data(message)}`);
    if (mark > 1) parts.push(`from :${mark - 1}\n`);
  };
  for (let commit = 1; commit <= changes; commit++) {
    for (let other = 0; other < between; other++) {
      const file = `lib/part-${(commit * 7 + other) % 20}/file-${(commit * between + other) % OTHER_FILES}.ts`;
      begin(`Change something else ${commit}.${other}`);
      parts.push(`M 100644 inline ${file}\n${data(`export const value = ${commit * between + other};\n`)}`);
    }
    for (let edit = 0; edit < 4; edit++) {
      const at = (commit * 37 + edit * 211) % lines.length;
      lines[at] = line(at, `change ${commit}`);
    }
    if (commit % 10 === 0) lines.splice((commit * 13) % lines.length, 0, `// step ${commit}`);
    begin(`Change ${commit}`);
    parts.push(`M 100644 inline src/big.ts\n${data(`${lines.join('\n')}\n`)}`);
    if (annotated.includes(commit)) {
      const first = lines.findIndex((text, at) => at >= commit && text.startsWith('export'));
      notes.push(`N inline :${mark}\n${data(note(first + 1, lines[first] ?? ''))}`);
    }
  }
  parts.push(`commit refs/notes/ultragit\n${committer(mark)}${data('Annotate')}`);
  return [...parts, ...notes].join('');
}

function line(at: number, text: string): string {
  return `export const value${at} = compute(${at}, '${text}');`;
}

function note(start: number, text: string): string {
  const name = /value\d+/.exec(text)?.[0];
  const region = {
    file: 'src/big.ts',
    ast_anchor: { unit_type: 'const', name },
    lines: { start, end: start + 20 },
    intent: `Keep ${name} and the values after it in step.`,
    constraints: [{ text: 'The seeds never repeat.', source: 'author' }],
  };
  const base = { schema: 'ultragit/v1', context_level: 'enhanced', provenance: { operation: 'initial' } };
  return JSON.stringify({ ...base, summary: 'Values', timestamp: '2021-01-01T00:00:00Z', regions: [region] });
}

function committer(commit: number): string {
  return `committer Bench <bench@example.com> ${START + commit * HOUR} +0000\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
