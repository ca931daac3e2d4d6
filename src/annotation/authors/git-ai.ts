import { splitAuthorshipLog } from '../dialects/git-ai.ts';
import { asObject, type JsonObject } from '../json.ts';
import { parseNoteText } from '../repair.ts';
import type { LineRange } from '../schema.ts';
import { type Author, agent, type Claim, human, lineRange } from './claim.ts';

const ENTRY = /^ {2}(\S+) ([\d,-]+)/;

/** The attestations of a note of git-ai; undefined where it is none. A key that nothing explains is skipped. */
export function gitAiClaims(text: string): Iterable<Claim> | undefined {
  const log = splitAuthorshipLog(text);
  return log && claimsOf(log.attestations, authorsOf(log.metadata));
}

function* claimsOf(attestations: string, authorOf: (key: string) => Author | undefined): Iterable<Claim> {
  let file = '';
  for (const line of attestations.split('\n')) {
    if (!line.startsWith('  ')) {
      file = unquoted(line.trimEnd());
      continue;
    }
    const [, key = '', ranges = ''] = ENTRY.exec(line) ?? [];
    const author = authorOf(key);
    if (file !== '' && author) yield { file, author, lines: rangesOf(ranges) };
  }
}

/** The writer puts quotes around a path as it is, and escapes nothing in it. */
function unquoted(path: string): string {
  return path.length > 1 && path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path;
}

/** `1-4,9`, in any order. */
function* rangesOf(text: string): Iterable<LineRange> {
  for (const [, start, end] of text.matchAll(/(\d+)(?:-(\d+))?/g)) {
    const range = lineRange(Number(start), Number(end ?? start));
    if (range) yield range;
  }
}

/** By a key of an attestation: `s_…::t_…` and `s_…` mean a session, `h_…` a person, any other a prompt. */
function authorsOf(metadata: string): (key: string) => Author | undefined {
  const [document] = parseNoteText(metadata).documents.map(({ value }) => value);
  const { sessions, humans, prompts } = asObject(document) ?? {};
  const known = new Map<string, Author | undefined>();
  return key => {
    const id = key.split('::', 1)[0] ?? '';
    if (!known.has(id)) known.set(id, authorOf(id, { sessions, humans, prompts }));
    return known.get(id);
  };
}

function authorOf(id: string, { sessions, humans, prompts }: JsonObject): Author | undefined {
  if (id.startsWith('h_')) {
    const person = entry(humans, id);
    return person && human(person.author);
  }
  const session = entry(id.startsWith('s_') ? sessions : prompts, id);
  const name = asObject(session?.agent_id);
  return session && agent(name?.tool, name?.model);
}

function entry(map: unknown, key: string): JsonObject | undefined {
  const entries = asObject(map);
  return entries && Object.hasOwn(entries, key) ? asObject(entries[key]) : undefined;
}
