// What the page would be told about a real repository, asked in this process; checked for what every answer must be.
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { answerPage } from '../../src/page/answer-page.ts';
import type {
  FileData,
  GraphData,
  PageAnswer,
  PageQuestion,
  RepositoryData,
  SearchData,
  UnitData,
} from '../../src/page/data.ts';
import { openWorkspace } from './ask.ts';
import type { Repository } from './repository.ts';

type Answers = {
  repository: RepositoryData;
  file: FileData;
  unit: UnitData;
  graph: GraphData;
  search: SearchData;
};

export async function askPage<Question extends PageQuestion>(
  repo: Pick<Repository, 'path' | 'env'>,
  question: Question,
): Promise<Answers[Question['about']]> {
  const workspace = await openWorkspace(repo);
  const answer = await workspace.ask({}, snapshot => answerPage(snapshot, question));
  const wire = JSON.parse(JSON.stringify(answer));
  expect(JSON.stringify({ ...wire, text: '' })).not.toMatch(
    /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
  );
  return wire;
}

/** The answers inside of a report, by their questions. */
export function answersIn(html: string): Record<string, PageAnswer> {
  const [, packed = ''] = /id="ultragit-data">([A-Za-z0-9+/=]+)<\/script>/.exec(html) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()).questions;
}
