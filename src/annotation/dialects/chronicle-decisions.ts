/** The decisions of `chronicle/v2`, in words, and the places that each is about. */
import { asArray, asObject, asText } from '../json.ts';
import { LEFT_OUT, type Mistake } from '../mistake.ts';
import { revisit } from './chronicle-prose.ts';
import { scopePath } from './scope-path.ts';
import { listOf } from './spellings.ts';

type Place = { file: string; anchor?: string };
export type Decision = { text: string; scope: Place[] };

export function decisionsOf(value: unknown, files: ReadonlySet<string>, mistakes: Mistake[]): Decision[] {
  return asArray(value).flatMap((item, index) => {
    const text = asText(item) ?? inWords(item);
    if (text === '') {
      mistakes.push({ path: ['decisions', index], problem: 'it decides nothing', done: LEFT_OUT });
      return [];
    }
    const scope = listOf(asObject(item)?.scope) ?? [];
    return [{ text, scope: scope.flatMap(entry => placeOf(asText(entry) ?? '', files)) }];
  });
}

function inWords(item: unknown): string {
  const decision = asObject(item);
  const said = [asText(decision?.what), asText(decision?.why)].filter(Boolean).join(': ');
  const stability = asText(decision?.stability);
  const condition = asText(decision?.revisit_when);
  const doubts = [
    stability === 'permanent' ? undefined : stability,
    condition === undefined ? undefined : revisit(condition),
  ].filter(Boolean);
  return said === '' || doubts.length === 0 ? said : `${said} (${doubts.join('; ')})`;
}

/** "path", "path:unit" or "directory/"; the name of a module in words is no place. */
function placeOf(scope: string, files: ReadonlySet<string>): Place[] {
  const [path = '', unit = ''] = scope.trim().split(/:+(.*)/s, 2);
  if (files.has(path)) return [placed(path, unit)];
  if (/\s/.test(path) || !/\/|\.\w{1,16}$/.test(path)) return [];
  const { file } = scopePath(path);
  return file === '/' ? [] : [placed(file, unit)];
}

function placed(file: string, unit: string): Place {
  const isUnit = unit !== '' && !/^\d/.test(unit) && !file.endsWith('/');
  return isUnit ? { file, anchor: unit } : { file };
}

/** Whether a decision is about something that the commit changed. */
export function isAboutSome({ scope }: Decision, files: readonly string[]): boolean {
  return scope.some(({ file }) =>
    file.endsWith('/') ? files.some(changed => changed.startsWith(file)) : files.includes(file),
  );
}
