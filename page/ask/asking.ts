import type {
  FileData,
  GraphData,
  PageFailure,
  PageQuestion,
  RepositoryData,
  SearchData,
  UnitData,
} from '../../src/page/data.ts';

type Answers = {
  repository: RepositoryData;
  file: FileData;
  unit: UnitData;
  graph: GraphData;
  search: SearchData;
};

export type AnswerTo<Question extends PageQuestion> = Answers[Question['about']];

/** Where answers come from: a server, or the page itself. */
export type Asking = {
  isReport: boolean;
  ask<Question extends PageQuestion>(question: Question): Promise<AnswerTo<Question>>;
};

export type Failure = PageFailure['error'];

/** `unauthorized` and `unreachable` are codes of our own, beside those of the program. */
export class Failed extends Error {
  readonly failure: Failure;

  constructor(code: string, message: string, hints: string[] = []) {
    super(message);
    this.failure = { code, message, hints };
  }
}

/** The form in which a report has its questions: keys in the order of the type, absent ones left out. */
export function canonical(question: PageQuestion): string {
  const { about, path, anchor, words, kind } = question as PageQuestion & Record<string, string | undefined>;
  return JSON.stringify({ about, path, anchor, words, kind });
}
