// What `summary` of a file and of a directory costs at n and at 2n annotated units, cold and warm, in one process: it
// should double. Sizes may be given: npm run bench -- summary 400 800
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../src/query/workspace.ts';
import { summary } from '../test/support/queries.ts';
import { makeNotesRepository } from './notes-repository.ts';
import { env, git, leave, room } from './room.ts';
import { Table } from './timing.ts';

const COMMITS = 20;
/** 5,000 files of eight units each, all annotated. */
const NOTES_OF_A_LARGE_ONE = 100_000;
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const rows: Record<string, string | number>[] = [];
const table = new Table();

try {
  const [small = 400] = sizes;
  for (const units of sizes.length > 0 ? sizes : [small, small * 2, small * 4]) {
    await measure('file', units, oneFile(units), 'all.ts');
  }
  for (const notes of sizes.length > 0 ? sizes : [small * 2, small * 4, small * 8]) {
    await measure('directory', notes, (await makeNotesRepository(room, notes)).path, 'src');
  }
  if (sizes.length === 0) {
    const { path } = await makeNotesRepository(room, NOTES_OF_A_LARGE_ONE);
    const { warm } = await measure('5,000 files', 40_000, path, '.');
    table.add('summary . of 40,000 units, warm', warm, 1, '2 s');
  }
  console.table(rows);
  console.table(table.rows);
} finally {
  leave();
}

type Times = { cold: number; warm: number };

/** Twice the units should take twice as long. */
async function measure(what: string, units: number, directory: string, path: string): Promise<Times> {
  const options = { directory, env, strictConfig: true, useCache: false };
  const workspace = await Workspace.open(options);
  const cold = await timed(workspace, path);
  const warm = await timed(workspace, path);
  workspace.close();
  const before = rows.filter(row => row.what === what).at(-1);
  const ratio = (now: number, last: unknown) => (last === undefined ? '' : (now / Number(last)).toFixed(2));
  rows.push({
    ...{ what, units, cold: Math.round(cold), 'x cold': ratio(cold, before?.cold) },
    ...{ warm: Math.round(warm), 'x warm': ratio(warm, before?.warm) },
  });
  if (before) {
    const grown = `summary of a ${what}, ${before.units} -> ${units} units`;
    table.add(`${grown}, cold`, cold, Number(before.cold), '2.5 x');
  }
  return { cold, warm };
}

async function timed(workspace: Workspace, path: string): Promise<number> {
  const { user, system } = process.cpuUsage();
  await summary(workspace, { path });
  const now = process.cpuUsage();
  return (now.user + now.system - user - system) / 1000;
}

/** A file of which each commit annotates a part; later ones edit each part a little. */
function oneFile(units: number): string {
  const directory = join(room, `file-${units}`);
  mkdirSync(directory);
  git(directory, ['init', '-q', '-b', 'main']);
  const out: string[] = [];
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const who = (at: number) => `committer B <b@example.com> ${1_700_000_000 + at * 60} +0000\n`;
  for (let at = 1; at <= COMMITS; at++) {
    out.push(`commit refs/heads/main\nmark :${at}\n${who(at)}${data(`Change ${at}`)}`);
    out.push(`M 100644 inline all.ts\n${data(source(units, at))}`);
  }
  out.push(`commit refs/notes/ultragit\n${who(COMMITS + 1)}${data('Annotate')}`);
  for (let at = 1; at <= COMMITS; at++) {
    const own = Array.from({ length: units }, (_, unit) => unit).filter(unit => unit % COMMITS === at - 1);
    out.push(`N inline :${at}\n${data(JSON.stringify(note(own)))}`);
  }
  git(directory, ['fast-import', '--quiet'], out.join(''));
  git(directory, ['reset', '-q', '--hard']);
  return directory;
}

function source(units: number, version: number): string {
  const body = (unit: number) => [
    `export function unit${unit}(value: number): number {`,
    `  const scaled = value * ${unit};`,
    `  return scaled + ${unit % COMMITS < version ? unit : version};`,
    '}',
    '',
  ];
  return Array.from({ length: units }, (_, unit) => body(unit))
    .flat()
    .join('\n');
}

function note(units: readonly number[]): object {
  const regions = units.map(unit => ({
    file: 'all.ts',
    ast_anchor: { unit_type: 'function', name: `unit${unit}` },
    lines: { start: unit * 5 + 1, end: unit * 5 + 4 },
    intent: `Scale by ${unit}.`,
    constraints: [`Never below ${unit}.`],
  }));
  return { $schema: 'ultragit/v1', context_level: 'enhanced', regions };
}
