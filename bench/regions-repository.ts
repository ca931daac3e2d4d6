// One file of many units; a third of the commits edits one of them each, the others some other file, and every commit
// is annotated for what it edits. As source code, or as a lock file, of which there is no outline.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { git, room } from './room.ts';

const START = 1_600_000_000;
const LINES = 6;
const OTHERS = 2;

export const KINDS = ['src/all.ts', 'deps.lock'] as const;
export type RegionsFile = (typeof KINDS)[number];

export function makeRegionsRepository(regions: number, file: RegionsFile): string {
  const directory = join(room, `regions-${regions}-${file.replaceAll('/', '-')}`);
  if (existsSync(directory)) return directory;
  mkdirSync(directory);
  git(directory, ['init', '-q', '-b', 'main']);
  const parts: string[] = [];
  const notes: string[] = [];
  const versions = Array.from({ length: regions }, () => 0);
  let mark = 0;
  const commit = (path: string, content: string, said: string) => {
    mark++;
    const base = mark > 1 ? `from :${mark - 1}\n` : '';
    parts.push(
      `commit refs/heads/main\nmark :${mark}\n${committer(mark)}${data(`Change ${mark}`)}${base}`,
      `M 100644 inline ${path}\n${data(content)}`,
    );
    notes.push(`N inline :${mark}\n${data(said)}`);
  };
  commit(file, source(versions, file), note(file, 0));
  for (let at = 0; at < regions; at++) {
    versions[at] = at + 1;
    // What was annotated before is edited later.
    versions[(at * 7) % (at + 1)] = at + 1;
    commit(file, source(versions, file), note(file, at));
    for (let other = 0; other < OTHERS; other++) {
      const path = `src/other-${other}.ts`;
      commit(path, `export const value = ${at};\n`, note(path, 0));
    }
  }
  parts.push(`commit refs/notes/ultragit\n${committer(mark)}${data('Annotate')}`);
  git(directory, ['fast-import', '--quiet'], [...parts, ...notes].join(''));
  git(directory, ['reset', '-q', '--hard']);
  return directory;
}

function source(versions: readonly number[], file: RegionsFile): string {
  return versions.flatMap(file === 'deps.lock' ? lockedPackage : unit).join('\n');
}

function unit(version: number, at: number): string[] {
  return [
    `export function unit${at}(value: number): number {`,
    `  const limit = ${version} + ${at};`,
    `  if (value > limit) throw new RangeError('unit${at} takes at most ' + limit);`,
    `  return value * ${at} + limit;`,
    '}',
    '',
  ];
}

function lockedPackage(version: number, at: number): string[] {
  return [
    '[[package]]',
    `name = "package-${at}"`,
    `version = "1.${version}.0"`,
    `checksum = "${version * 7_919 + at}"`,
    'dependencies = []',
    '',
  ];
}

function note(file: string, at: number): string {
  const region = {
    file,
    ...(file.endsWith('all.ts') ? { ast_anchor: { unit_type: 'function', name: `unit${at}` } } : {}),
    lines: file.startsWith('src/other')
      ? { start: 1, end: 1 }
      : { start: at * LINES + 1, end: at * LINES + 5 },
    intent: `Keep what number ${at} takes below its limit, because its callers do not check.`,
    constraints: [{ text: `Never more than ${at}.`, source: 'author' }],
  };
  const base = { $schema: 'ultragit/v1', context_level: 'enhanced', provenance: { operation: 'initial' } };
  return JSON.stringify({ ...base, summary: `Number ${at}`, regions: [region] });
}

function committer(at: number): string {
  return `committer Bench <bench@example.com> ${START + at * 3_600} +0000\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
