import { clip } from '../excerpt.ts';
import { asText } from '../json.ts';
import { oneLine } from '../sanitise.ts';
import type { LineRange } from '../schema.ts';

/** What one place of a note says: these lines of a file were written by that agent or person. */
export type Claim = { file: string; author: Author; lines: Iterable<LineRange> };

export type Author = { who: string; kind: 'agent' | 'human' };

const NAME_CHARACTERS = 80;
/** What writers put where they do not know the model. */
const NO_MODEL = new Set(['unknown', 'default', '<synthetic>']);

/** "tool (model)", or the one of them that is known. */
export function agent(tool: unknown, model: unknown): Author {
  const [toolName, modelName] = [nameOf(tool), nameOf(model)];
  const known = modelName !== undefined && !NO_MODEL.has(modelName) ? modelName : undefined;
  const who = toolName && known ? `${toolName} (${known})` : (toolName ?? known ?? 'an agent');
  return { who: shortName(who), kind: 'agent' };
}

/** The name without the address, of "Name <address>". */
export function human(name: unknown): Author {
  const whole = nameOf(name);
  const bare = whole?.replace(/(?<!\s)\s*<[^<>]*>$/, '');
  return { who: shortName(asText(bare) ?? whole ?? 'a person'), kind: 'human' };
}

function shortName(name: string): string {
  return clip(name, NAME_CHARACTERS).trimEnd();
}

function nameOf(value: unknown): string | undefined {
  return asText(oneLine(asText(value) ?? ''));
}

/** Both ends included; undefined where they are no lines. */
export function lineRange(start: unknown, end: unknown): LineRange | undefined {
  return isLine(start) && isLine(end) && start <= end ? { start, end } : undefined;
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
