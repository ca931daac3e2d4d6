/** Repositories with one file that many notes are about, made in one go. */
import { buildRepository, type Repository } from './repository.ts';

type Region = Record<string, unknown>;

export const REGIONS_FILE = 'src/a.js';

/** Each commit makes a version of the file, and its note has these regions of it. */
async function versions(
  count: number,
  content: (version: number) => string,
  regions: (version: number) => Region[],
): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const who = (at: number) => `committer T <t@example.com> ${1_700_000_000 + at * 60} +0000\n`;
  const all = Array.from({ length: count }, (_, at) => at);
  const commits = all.map(
    at =>
      `commit refs/heads/main\nmark :${at + 1}\n${who(at)}${data(`Change ${at}`)}M 100644 inline ${REGIONS_FILE}\n${data(content(at))}`,
  );
  const notes = all.map(at => {
    const own = regions(at).map(region => ({ file: REGIONS_FILE, intent: `Change ${at}`, ...region }));
    return `N inline :${at + 1}\n${data(JSON.stringify({ schema: 'ultragit/v1', regions: own }))}`;
  });
  const ref = `commit refs/notes/ultragit\n${who(count)}${data('Notes')}`;
  repo.gitBytes(['fast-import', '--quiet'], [...commits, ref, ...notes].join(''));
  repo.git('reset', '-q', '--hard');
  return repo;
}

/** A small file that each commit changes; its note names a unit of another owner each time. */
export function namedByEach(commits: number): Promise<Repository> {
  return versions(
    commits,
    version => `let version = ${version};\n`,
    version => [{ ast_anchor: { unit_type: 'method', name: `Owner${version}::run` } }],
  );
}

/** A list to which each commit adds an entry, which it annotates, and of which it removes the oldest of twenty. */
export function droppedByEach(commits: number): Promise<Repository> {
  const entry = (at: number) => `pkg-${at}@1.0.${at}:\n  resolved ${at * 31}\n  integrity sha-${at * 77}\n`;
  const oldest = (version: number) => Math.max(0, version - 19);
  return versions(
    commits,
    version =>
      Array.from({ length: version - oldest(version) + 1 }, (_, at) => entry(oldest(version) + at)).join(
        '\n',
      ),
    version => {
      const start = (version - oldest(version)) * 4 + 1;
      return [{ lines: { start, end: start + 2 } }];
    },
  );
}

/** A small file; each note says so much about it. */
export function manyByEach(counts: readonly number[]): Promise<Repository> {
  return versions(
    counts.length,
    version => `let version = ${version};\n`,
    version => Array.from({ length: counts[version] ?? 0 }, (_, at) => ({ intent: `${version} ${at}` })),
  );
}

/** A file of so many functions, changed since a fourth of them was annotated by name. */
export function annotatedUnits(count: number): Promise<Repository> {
  const units = Array.from({ length: count }, (_, unit) => unit);
  const code = (unit: number, version: number) =>
    `function unit${unit}(value) {\n  return value * ${unit} + ${unit % 7 === 0 ? version : 0};\n}\n`;
  const annotated = units.filter(unit => unit % 4 === 0);
  return versions(
    2,
    version => units.map(unit => code(unit, version)).join('\n'),
    version => (version > 0 ? [] : annotated.map(unit => ({ ast_anchor: { name: `unit${unit}` } }))),
  );
}
