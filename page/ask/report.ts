import type {
  FileData,
  GraphData,
  PageAnswer,
  PageFailure,
  PageQuestion,
  RepositoryData,
} from '../../src/page/data.ts';
import { type AnswerTo, type Asking, canonical, Failed } from './asking.ts';
import { searchReport } from './search-report.ts';

type Questions = Record<string, PageAnswer | PageFailure>;

/** Answers from the page itself, where a report has them; `undefined` where it has none. */
export function reportIn(document: Document): Asking | undefined {
  const packed = document.getElementById('ultragit-data')?.textContent?.trim();
  if (!packed) return undefined;
  const opened = open(packed);
  return {
    isReport: true,
    ask: async question => answer(await opened, question),
  };
}

async function open(packed: string): Promise<Questions> {
  try {
    const bytes = Uint8Array.from(atob(packed), character => character.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const { questions } = await new Response(plain).json();
    return questions;
  } catch {
    throw new Failed('damaged', 'The data in this report can not be read.', [
      'The file may be cut off. Write it again: ultragit report --out <file>',
    ]);
  }
}

function answer<Question extends PageQuestion>(questions: Questions, question: Question): AnswerTo<Question> {
  const known = questions[canonical(question)];
  if (known && 'error' in known) throw new Failed(known.error.code, known.error.message, known.error.hints);
  if (known) return known as AnswerTo<Question>;
  if (question.about === 'search') return searchReport(filesOf(questions), question) as AnswerTo<Question>;
  if (question.about === 'graph') return around(questions, question) as AnswerTo<Question>;
  throw new Failed('not_in_report', notThere(questions, question), [
    'A report has the files that are annotated. Look at all of them: ultragit view',
  ]);
}

function notThere(questions: Questions, question: PageQuestion): string {
  const { head } = questions[canonical({ about: 'repository' })] as RepositoryData;
  const place = 'path' in question ? question.path : 'this';
  return `This report, made at ${head.commit.slice(0, 12)}, does not have ${place}.`;
}

function filesOf(questions: Questions): FileData[] {
  return Object.values(questions).filter((told): told is FileData => 'units' in told);
}

/** Of the picture of everything, what is next to a file or unit. */
function around(questions: Questions, { path, anchor }: { path?: string; anchor?: string }): GraphData {
  const whole = questions[canonical({ about: 'graph' })] as GraphData | undefined;
  if (!whole) throw new Failed('not_in_report', 'This report has no picture of dependencies.');
  const isMeant = (node: GraphData['nodes'][number]) =>
    node.file === path && (anchor === undefined || node.unit === anchor);
  const meant = new Set(whole.nodes.filter(isMeant).map(({ id }) => id));
  const edges = whole.edges.filter(({ from, to }) => meant.has(from) || meant.has(to));
  const shown = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const nodes = whole.nodes
    .filter(({ id }) => shown.has(id))
    .map(node => (meant.has(node.id) ? { ...node, focus: true as const } : node));
  return { nodes, edges };
}
