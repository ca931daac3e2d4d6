// Texts that make readers work: runs that a search at their end goes through again and again, names that are almost equal, characters
// that nobody sees.
import type { Random } from './random.ts';

/** What is repeated. */
const PIECES: readonly string[] = [
  ...['.', ' ', '\t', '\n', '\r\n', '\0', '/', ':', '::', '#', '\\', '"', '(', '[', '{', '<', '|', ',', '='],
  ...[
    '*',
    '**',
    '`',
    '-',
    '_',
    '~',
    '](',
    '&',
    '1',
    'a',
    'a.',
    '. ',
    'a ',
    ' a',
    '..a',
    '* a\n',
    'x: y\n',
    '../',
  ],
  ...['src/', 'Constraint: a\n', '\u0301', '\u200b', '\u202e', '\ufe0f', '\u{1d173}', '\u{e0041}', '\u3164'],
  ...['\ud800', '\ufdfa', 'é', '家', '🏳️‍🌈', '\u001b[2J', '\u2028', '\u061c', '}', ']', '"}]}', '\\u0000'],
];

const SIZES = [1, 60, 513, 4_097, 30_000, 66_000, 300_000, 900_000];

/** At most `room` characters long. */
export function hostileText(draw: Random, room: number): string {
  const size = Math.max(1, Math.floor(Math.min(draw.pick(SIZES), room)));
  const [piece, other] = [draw.pick(PIECES), draw.pick(PIECES)];
  const run = (text: string, length: number) => {
    const size = Math.max(0, Math.floor(length));
    return text.repeat(Math.ceil(size / text.length)).slice(0, size);
  };
  const shapes: (() => string)[] = [
    () => run(piece, size),
    () => `${run(piece, size - 1)}x`,
    () => `x${run(piece, size - 2)}x`,
    () => run(piece, size / 2) + run(other, size / 2),
    () => run(piece + other, size),
    () => run(`${piece}${other}x`, size),
    () => mixed(draw, size),
    () => run('The session is drained before a socket is opened, or the broker drops it. ', size),
  ];
  return draw.pick(shapes)();
}

function mixed(draw: Random, size: number): string {
  const parts: string[] = [];
  // The draw costs more than the text: a thousand of them, repeated, are as good as a million.
  for (let length = 0; length < Math.min(size, 1_000); length += parts.at(-1)!.length)
    parts.push(draw.pick(PIECES));
  const text = parts.join('');
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}
