// What the four queries answer about a repository: each file, and each unit that is annotated.
import { execFileSync } from 'node:child_process';
import { Workspace } from '../../src/query/workspace.ts';
import { deps, history, read, summary } from './queries.ts';

type Place = { path: string; env: Record<string, string | undefined> };

export type FixtureAnswer = {
  query: 'read' | 'deps' | 'history' | 'summary';
  path: string;
  anchor?: string;
  /** Whether an annotation is about it. */
  annotated: boolean;
  answer: object;
};

/** Nothing is said of files whose names nobody can spell. */
export async function fixtureAnswers(place: Place): Promise<FixtureAnswer[]> {
  const workspace = await Workspace.open({
    directory: place.path,
    env: place.env,
    strictConfig: true,
    useCache: false,
  });
  const answers: FixtureAnswer[] = [];
  try {
    answers.push({
      query: 'summary',
      path: '.',
      annotated: true,
      answer: await summary(workspace, { path: '.' }),
    });
    for (const path of filesAtHead(place)) {
      const whole = await read(workspace, { path });
      const annotated = whole.regions.length > 0;
      answers.push({ query: 'read', path, annotated, answer: whole });
      for (const anchor of unitsOf(whole)) {
        const answer = await read(workspace, { path, anchor });
        answers.push({ query: 'read', path, anchor, annotated: answer.regions.length > 0, answer });
      }
      answers.push({ query: 'deps', path, annotated, answer: await deps(workspace, { path }) });
      answers.push({ query: 'history', path, annotated, answer: await history(workspace, { path }) });
      answers.push({ query: 'summary', path, annotated, answer: await summary(workspace, { path }) });
    }
  } finally {
    workspace.close();
  }
  return answers;
}

/** Regular files of HEAD. */
function filesAtHead({ path, env }: Place): string[] {
  const listed = execFileSync('git', ['ls-tree', '-r', '-z', 'HEAD'], { cwd: path, env }).toString();
  return listed
    .split('\0')
    .filter(entry => entry.startsWith('100') && !entry.includes('\ufffd'))
    .map(entry => entry.slice(entry.indexOf('\t') + 1));
}

type Anchored = { ast_anchor?: { name?: string }; anchor?: { name?: string } | string };

/** Of read answers of either shape, the names that their regions have. */
function unitsOf(answer: { regions: object[] }): Set<string> {
  const names = (answer.regions as Anchored[]).map(({ ast_anchor, anchor }) =>
    typeof anchor === 'string' ? anchor : (anchor ?? ast_anchor)?.name,
  );
  return new Set(names.filter((name): name is string => Boolean(name)));
}
