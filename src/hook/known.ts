/** The records that a hook found before for the same call, while they are the ones that it would find. */

import { userAndTime } from '../cache/files.ts';
import { findAnswer } from '../kept/answers.ts';
import type { Asked } from '../kept/asked.ts';
import { momentOf } from '../kept/moment.ts';
import type { Begun } from './begin.ts';
import type { Item } from './records.ts';

/** A call that writes more than this is not asked twice. */
const LONGEST_QUESTION = 64 * 1024;

type Surroundings = { env: Readonly<Record<string, string | undefined>>; build: string };

/** Undefined for what is about no file, about several repositories, or about one that is not plain. */
export function askedHook(
  { verdict, call, useCache }: Begun,
  { env, build }: Surroundings,
): Asked | undefined {
  if (!useCache || !call || !('targets' in verdict)) return undefined;
  const { targets } = verdict;
  const roots = new Set(targets.map(({ place }) => (place === 'unclear' ? '' : place.root)));
  const [root = ''] = roots;
  if (roots.size !== 1 || root === '') return undefined;
  const question = JSON.stringify([
    build,
    'hook',
    call.moment,
    targets.map(({ path, action }) => [path, action]),
  ]);
  if (question.length > LONGEST_QUESTION) return undefined;
  const before = momentOf(root, env, userAndTime());
  return before && { question, before, directory: root, env };
}

export function knownItems(asked: Asked | undefined): Item[] | undefined {
  const known = asked && findAnswer(asked);
  return known && (JSON.parse(known.bytes.toString()) as Item[]);
}
