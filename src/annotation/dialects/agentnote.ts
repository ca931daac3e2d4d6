import { CHANGED_FILES } from '../changed-files.ts';
import { excerpt } from '../excerpt.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';

const INTENT_CHARACTERS = 300;
const CONTEXT_CHARACTERS = 600;
const MOST_CONTEXTS = 3;
/** "c", "ok" and "yes" let an agent go on; they say nothing of what it did. */
const LEAST_PROMPT_CHARACTERS = 4;
/** The text of a skill, a hook or a reminder, which agents put between the prompts, or the bare name of a command. */
const NO_REQUEST = /^<[a-z][\w-]*>|^[$/][\w:-]+$/i;

export function isAgentnote(document: JsonObject): boolean {
  return (
    Number.isInteger(document.v) &&
    typeof document.session_id === 'string' &&
    Array.isArray(document.interactions) &&
    (Array.isArray(document.files) || Array.isArray(document.files_in_commit))
  );
}

/** Sessions that led to a commit. Of what was said in them, the prompt and its context are a why; responses are not. */
export function readAgentnote(document: JsonObject): Candidate {
  const interactions = asArray(document.interactions)
    .map(asObject)
    .filter(item => item !== undefined);
  const leading = leadingTo(interactions);
  const intent = leading.map(promptOf).find(prompt => prompt !== undefined);
  const reasoning = contextsOf(leading);
  const saysAnything = intent !== undefined || reasoning !== undefined;
  return {
    annotation: { timestamp: document.timestamp, context_level: 'inferred' },
    regions: saysAnything ? writtenFiles(document).map(file => ({ file, intent, reasoning })) : [],
    crossCutting: [],
    provenance: { operation: 'initial' },
  };
}

/** The interactions that made the change, as exactly as the note tells: its window also has talk of other things. */
function leadingTo(interactions: JsonObject[]): JsonObject[] {
  const narrowed = [interactions.filter(isPrimary), interactions.filter(touchesFiles)];
  return narrowed.find(some => some.some(item => promptOf(item) !== undefined)) ?? interactions;
}

function isPrimary({ selection }: JsonObject): boolean {
  const source = asObject(selection);
  return source?.source === 'primary' || asArray(source?.signals).includes('primary_edit_turn');
}

function touchesFiles({ files_touched }: JsonObject): boolean {
  return asArray(files_touched).length > 0;
}

function promptOf({ prompt }: JsonObject): string | undefined {
  const text = excerpt(asText(prompt) ?? '', INTENT_CHARACTERS);
  return text.length < LEAST_PROMPT_CHARACTERS || NO_REQUEST.test(text) ? undefined : text;
}

/** Older notes have one `context` where newer ones have `contexts`. */
function contextsOf(interactions: JsonObject[]): string | undefined {
  const texts = interactions.flatMap(({ context, contexts }) => [
    asText(context),
    ...asArray(contexts).map(item => asText(asObject(item)?.text)),
  ]);
  const kept = new Set<string>();
  for (const text of texts) {
    const short = excerpt(text ?? '', CONTEXT_CHARACTERS);
    if (short !== '') kept.add(short);
    if (kept.size === MOST_CONTEXTS) break;
  }
  return asText([...kept].join('\n'));
}

function writtenFiles(document: JsonObject): unknown[] {
  const files = Array.isArray(document.files)
    ? document.files.filter(isWritten).map(file => asObject(file)?.path)
    : asArray(document.files_by_ai);
  const named = new Set(files.map(asText).filter(file => file !== undefined));
  return named.size > 0 ? [...named] : [CHANGED_FILES];
}

function isWritten(value: unknown): boolean {
  const file = asObject(value);
  return file?.by_ai === true && file.generated !== true;
}
