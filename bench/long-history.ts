// A file with hundreds of commits behind it, a few of them annotated: where blame is slow.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const COMMITS = 700;
const ANNOTATED = [600, 650, 690];
const START = 1_600_000_000;
const QUARTER_DAY = 21_600;

export function buildLongHistory(directory: string, env: Record<string, string>): void {
  mkdirSync(directory, { recursive: true });
  const git = (args: string[], input?: string) => execFileSync('git', args, { cwd: directory, env, input });
  git(['init', '-q', '-b', 'main']);
  git(['fast-import', '--quiet'], stream());
  git(['reset', '-q', '--hard']);
}

function stream(): string {
  const lines = Array.from({ length: 1_500 }, (_, at) => line(at, 'first'));
  const parts: string[] = [];
  const notes: string[] = [];
  for (let commit = 1; commit <= COMMITS; commit++) {
    for (let edit = 0; edit < 4; edit++) {
      const at = (commit * 37 + edit * 211) % lines.length;
      lines[at] = line(at, `change ${commit}`);
    }
    if (commit % 10 === 0) lines.splice((commit * 13) % lines.length, 0, `// step ${commit}`);
    parts.push(
      `commit refs/heads/main\nmark :${commit}\n${committer(commit)}${data(`Change ${commit}`)}`,
      commit > 1 ? `from :${commit - 1}\n` : '',
      `M 100644 inline src/big.ts\n${data(`${lines.join('\n')}\n`)}`,
    );
    if (ANNOTATED.includes(commit)) {
      const first = lines.findIndex((text, at) => at >= commit && text.startsWith('export'));
      notes.push(`N inline :${commit}\n${data(note(first + 1, lines[first] ?? ''))}`);
    }
  }
  parts.push(`commit refs/notes/ultragit\n${committer(COMMITS)}${data('Annotate')}`);
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
  return `committer Bench <bench@example.com> ${START + commit * QUARTER_DAY} +0000\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
