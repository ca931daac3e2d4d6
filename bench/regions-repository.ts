// One file of many functions; every commit edits one of them, and is annotated for it.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { git, room } from './room.ts';

export const REGIONS_FILE = 'src/all.ts';
const START = 1_600_000_000;
const LINES = 6;

export function makeRegionsRepository(regions: number): string {
  const directory = join(room, `regions-${regions}`);
  if (existsSync(directory)) return directory;
  mkdirSync(directory);
  git(directory, ['init', '-q', '-b', 'main']);
  const parts: string[] = [];
  const notes: string[] = [];
  const versions = Array.from({ length: regions }, () => 0);
  for (let at = 0; at <= regions; at++) {
    if (at > 0) versions[at - 1] = at;
    const base = at > 0 ? `from :${at}\n` : '';
    parts.push(
      `commit refs/heads/main\nmark :${at + 1}\n${committer(at)}${data(`Change ${at}`)}${base}`,
      `M 100644 inline ${REGIONS_FILE}\n${data(source(versions))}`,
    );
    if (at > 0) notes.push(`N inline :${at + 1}\n${data(note(at - 1))}`);
  }
  parts.push(`commit refs/notes/ultragit\n${committer(regions)}${data('Annotate')}`);
  git(directory, ['fast-import', '--quiet'], [...parts, ...notes].join(''));
  git(directory, ['reset', '-q', '--hard']);
  return directory;
}

function source(versions: readonly number[]): string {
  const unit = (version: number, at: number) => [
    `export function unit${at}(value: number): number {`,
    `  const limit = ${version} + ${at};`,
    `  if (value > limit) throw new RangeError('unit${at} takes at most ' + limit);`,
    `  return value * ${at} + limit;`,
    '}',
    '',
  ];
  return versions.flatMap(unit).join('\n');
}

function note(at: number): string {
  const region = {
    file: REGIONS_FILE,
    ast_anchor: { unit_type: 'function', name: `unit${at}` },
    lines: { start: at * LINES + 1, end: at * LINES + 5 },
    intent: `Keep what unit${at} takes below its limit, because its callers do not check.`,
    constraints: [{ text: `Never more than ${at}.`, source: 'author' }],
  };
  const base = { $schema: 'ultragit/v1', context_level: 'enhanced', provenance: { operation: 'initial' } };
  return JSON.stringify({ ...base, summary: `Unit ${at}`, regions: [region] });
}

function committer(at: number): string {
  return `committer Bench <bench@example.com> ${START + at * 3_600} +0000\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
