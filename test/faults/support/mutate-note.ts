// Makes a hostile note of a good one, in whatever format it is: a part of it gets huge, is repeated, nested, numbered, made to refer to
// itself, or is of another type. Most results stay below the size limit of a note, since what is above is skipped unread.
import { hostileText } from './hostile-text.ts';
import type { Random } from './random.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type Place = { holder: Json[] | { [key: string]: Json }; key: string | number };

const LIMIT = 1024 * 1024;
const DEPTHS = [10, 63, 64, 65, 1_000, 100_000];
const COUNTS = [2, 50, 1_001, 5_001, 12_000, 50_000];
const STRANGE: readonly Json[] = [null, true, -1, 1e308, 0.5, '', [], {}, [[]], 'NaN', 2 ** 53];
const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\u202e', 'regions', 'schema'];

export type Mutation = { text: string; what: string };

/** `self` is the id of the commit that the note will hang on. */
export function mutateNote(draw: Random, note: string, self: string): Mutation {
  const parsed = parse(note);
  if (parsed === undefined || draw.chance(0.1)) return mutateText(draw, note);
  const document = { root: parsed } as { root: Json };
  const what: string[] = [];
  for (let round = 0; round < 1 + draw.below(3); round++) {
    const room = LIMIT - 4_096 - Buffer.byteLength(write(document.root));
    const place = draw.pick(placesIn(document));
    what.push(draw.pick(CHANGES)(draw, place, { room: Math.max(room, 16), self }));
  }
  return { text: write(document.root), what: what.join(', ') };
}

type Setting = { room: number; self: string };
type Change = (draw: Random, place: Place, setting: Setting) => string;

const CHANGES: readonly Change[] = [
  function text(draw, place, { room }) {
    const hostile = hostileText(draw, Math.floor(room / 6));
    put(place, hostile);
    return `${place.key} is ${hostile.length} characters`;
  },
  repeat,
  repeat,
  repeat,
  function nest(draw, place, { room }) {
    const depth = Math.min(draw.pick(DEPTHS), Math.floor(room / 8));
    put(place, new Nested(get(place), depth, draw.chance(0.5)) as unknown as Json);
    return `${place.key} is nested ${depth} deep`;
  },
  function strange(draw, place) {
    const value = draw.pick(STRANGE);
    put(place, value);
    return `${place.key} is ${JSON.stringify(value)}`;
  },
  function keys(draw, place, { room }) {
    const count = Math.min(draw.pick(COUNTS), Math.floor(room / 16));
    const entries = Array.from({ length: count }, (_, at) => [`k${at}`, at] as const);
    put(place, Object.fromEntries([...entries, [draw.pick(KEYS), get(place)]]));
    return `${place.key} has ${count} more keys`;
  },
  function selfReference(_draw, place, { self }) {
    const related = { commit: self, anchor: 'src/mqtt/client.ts:MqttClient', relationship: 'itself' };
    const value = get(place);
    if (Array.isArray(value)) value.push(related);
    else put(place, self);
    return `${place.key} refers to its own commit`;
  },
];

/** The item of a list, many times, or a list of many of what is no list. */
function repeat(draw: Random, place: Place, { room }: Setting): string {
  const value = get(place);
  const item: Json = Array.isArray(value) && value.length > 0 ? draw.pick(value) : value;
  const bytes = Buffer.byteLength(write(item)) + 8;
  const count = Math.max(1, Math.min(draw.pick(COUNTS), Math.floor(room / bytes)));
  const isNumbered = draw.chance(0.5);
  put(
    place,
    Array.from({ length: count }, (_, at) => (isNumbered ? numbered(item, at) : item)),
  );
  return `${place.key} has ${count} ${isNumbered ? 'numbered' : 'equal'} items`;
}

/** Every name and number a little different, so that nothing can be left out as a repetition. */
function numbered(value: Json, at: number): Json {
  if (typeof value === 'string') return /[/.]\w+$/.test(value) || value === '' ? value : `${value}${at}`;
  if (typeof value === 'number') return value + (at % 1_000);
  if (Array.isArray(value)) return value.map(item => numbered(item, at));
  if (value instanceof Nested || value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item, at)]));
}

function mutateText(draw: Random, note: string): Mutation {
  const room = LIMIT - 4_096 - Buffer.byteLength(note);
  const at = draw.below(note.length + 1);
  const shapes: [string, () => string][] = [
    ['followed by a hostile text', () => note + hostileText(draw, room / 4)],
    ['after a hostile text', () => hostileText(draw, room / 4) + note],
    ['around a hostile text', () => note.slice(0, at) + hostileText(draw, room / 4) + note.slice(at)],
    ['cut off', () => note.slice(0, at)],
    ['many times', () => note.repeat(Math.max(1, Math.floor(LIMIT / (note.length + 1)) - 1))],
    ['above the size limit', () => note + ' '.repeat(draw.pick([LIMIT - note.length, LIMIT, 3 * LIMIT]))],
    ['a conflict', () => `<<<<<<< ours\n${note}\n=======\n${note}\n>>>>>>> theirs\n`],
    ['nothing but brackets', () => draw.pick(['[', '{"a":', '[{"a":']).repeat(100_000)],
    ['every line twice', () => note.replace(/^.*$/gm, '$&\n$&')],
  ];
  const [what, make] = draw.pick(shapes);
  return { text: make(), what };
}

function placesIn(holder: Place['holder']): Place[] {
  const keys = Array.isArray(holder) ? holder.keys() : Object.keys(holder);
  return [...keys].slice(0, 50).flatMap((key: string | number) => {
    const place = { holder, key };
    const value = get(place);
    const isHolder = value !== null && typeof value === 'object' && !(value instanceof Nested);
    return isHolder ? [place, ...placesIn(value)] : [place];
  });
}

function get({ holder, key }: Place): Json {
  return (holder as Record<string | number, Json>)[key] ?? null;
}

function put({ holder, key }: Place, value: Json): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Written out by hand, since JSON.stringify has a depth at which it fails. */
class Nested {
  readonly toJSON: () => string;

  constructor(value: Json, depth: number, isArray: boolean) {
    const [open, close] = isArray ? ['[', ']'] : ['{"a":', '}'];
    const text = open.repeat(depth) + write(value) + close.repeat(depth);
    this.toJSON = () => MARK + Buffer.from(text).toString('base64') + MARK;
  }
}

const MARK = '@nested@';

function write(value: Json): string {
  const text = JSON.stringify(value, null, 1);
  return text.replaceAll(new RegExp(`"${MARK}([^@]*)${MARK}"`, 'g'), (_, inner: string) =>
    Buffer.from(inner, 'base64').toString(),
  );
}

function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
