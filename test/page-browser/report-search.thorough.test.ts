// A report has no server to ask: it finds the same as `ultragit search` in the annotations that it has.
import { beforeAll, describe, expect, test } from 'vitest';
import { searchReport } from '../../page/ask/search-report.ts';
import type { FileData, SearchData } from '../../src/page/data.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

let repo: Repository;
let files: FileData[];

beforeAll(async () => {
  repo = await buildRepository('mqtt-client');
  const paths = repo.git('ls-files').split('\n');
  files = paths.map(path => ({
    ...{ path, units: [] },
    read: json<ReadAnswer>(ultragit(repo, ['read', path, '--json'])),
  }));
});

/** Which texts of which unit were found; concerns that span files are not of a region. */
function found({ results }: SearchData): Map<string, string[]> {
  const byUnit = new Map<string, string[]>();
  for (const { file, anchor, matches } of results) {
    const texts = matches
      .filter(({ kind }) => kind !== 'concern')
      .map(({ kind, text }) => `${kind}: ${text}`);
    const unit = `${file} ${anchor?.name}`;
    if (texts.length > 0) byUnit.set(unit, [...(byUnit.get(unit) ?? []), ...texts]);
  }
  return byUnit;
}

describe('a search in a report', () => {
  test.each(['session', 'handshake slot', '"full handshake"', 'nothinglikeit', 'CONNECT'])(
    'finds %s as the program does',
    words => {
      const terms = words.match(/"[^"]*"|[^\s"]+/g)!;
      const program = json<SearchData>(ultragit(repo, ['search', ...terms, '--json']));
      const [here, there] = [found(searchReport(files, { words })), found(program)];
      expect([...here.keys()].sort()).toEqual([...there.keys()].sort());
      // The program shows the best texts of each.
      for (const [unit, texts] of there) expect(here.get(unit)).toEqual(expect.arrayContaining(texts));
    },
  );

  test('keeps to a kind of text', () => {
    const kinds = searchReport(files, { words: 'session', kind: 'rejected' }).results.flatMap(({ matches }) =>
      matches.map(({ kind }) => kind),
    );
    expect(kinds).toEqual(['rejected']);
  });
});
