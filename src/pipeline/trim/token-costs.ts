// What words, signs and scripts cost in tokens of o200k_base, on average.

export const ACCENTED = 27;
export const LETTERS = 28;

/**
 * What two letters of a word add to its cost, in tenths from -1.3 (digit 0): the rarer the pair, the likelier a token
 * ends there. Rows are the first letter, columns the second, both in the order: the word's start or end, a to z, any
 * letter with an accent.
 */
const PAIRS = [
  'dhjhgiiiijfhiiiiijhhhkihnhkk',
  'cifffmigfdfgeffmfiegdegjddgg',
  'afjjlfjkdgakekgghmegodrjohmi',
  'bflflfkoeefegjndghekedmikhge',
  'agjkgfkilgehfdifhmhgkhiiihfk',
  'aegfehffhggjggfhfeefgfggdhjh',
  'cflkkgdiietjfhbeihgjefkehijh',
  '9iglgdihdiklegdfnjdhffimhhhl',
  'bfleiffihfmkffeejigkfelkhj9i',
  'efefefeghjejggebfegfekgnhief',
  'ehihkhjfihkcmmhhlilgojoahhbh',
  'bififfhffgjklogjcilfggshhpfi',
  '9fejfeghidjiffifigghhehdheni',
  'aecljclllfkkiegddikhjfkhlkkg',
  '9hgedgdeghhhgheggjjddhfgmkfh',
  'cdefggefjhfhgiefggegffifdgkg',
  'aeikccmhfgkkejgehhejefgiijgi',
  'fhihhihhhkhickhmih7kgfohihih',
  'aghfgfdgffkgjfgegfhgghieibji',
  '9glejffhffigkiifhniedfibphjh',
  'ahghifeedemfjjlgchfgggiciieh',
  'ffeffehgndjhegdgehcgfhemkfjg',
  'bgtindmgkehkhljehhjkmlm6lnpj',
  '8gkjjgihdghfchbekiefhjhg1ltj',
  'bigdkifhgihljfjifihmgljidchk',
  '7ikiikmikijghighghieejdehhki',
  'dglikfkhkillhkghfglkfdljhkfh',
  'egjhliiheiiihigfkghihfhldgkf',
];
export const PAIR_COSTS = Float64Array.from(PAIRS.join(''), digit => (Number.parseInt(digit, 36) - 13) / 10);

/**
 * Signs that JSON has together: a part of them costs less where all of them are one token. With a comma after them they
 * never cost less than without, or the sum of parts would fall below the whole.
 */
export const SIGNS = new Map([
  ...Object.entries({ '"': 0.5, '",': 0.5, '."': 0.5, '.",': 0.5, '}': 0.5, '},': 0.5, ']': 0.7, '],': 0.8 }),
  ...Object.entries({ '{"': 0.85, '"}': 0.9, '"},': 1.1, '"}},': 1.2, '}},': 1.35, ']}': 1.15, ']},': 1.15 }),
  ...Object.entries({ '":{"': 1, '."}': 1.9, '."},': 1.9, '{"$': 2, '":"/': 2 }),
]);

/** What a sign adds to the word that follows it, as in `a.b` and `a_b`. */
export const LEADS = new Map(
  Object.entries({
    ...{ '\\': 0, '.': 0.1, _: 0.1, '(': 0.3, $: 0.4, '<': 0.4, '@': 0.5, '=': 0.5, '[': 0.5, ',': 0.5 },
    ...{ '-': 0.6, "'": 0.6, '#': 0.6, '/': 0.9 },
  }).map(([sign, cost]) => [sign.charCodeAt(0), cost]),
);

/** Up to the code `last`, what a run of characters costs, and each of them; `more` cost one token more. */
export type Script = { last: number; run: number; each: number; more?: ReadonlySet<number> };

const TRADITIONAL =
  '檔數資區為塊預碼證將請誤錯錄於驗庫執輸稱伺變參傳檢訊啟號編內發刪沒對來顯這處應關組從詢徑與讀寫暫補狀點們說會還單當則類轉';

const SCRIPTS: readonly Script[] = [
  { last: 0x00bf, run: 0, each: 1.1 }, // quotes
  { last: 0x037f, run: 0, each: 1.5 },
  { last: 0x03ff, run: 0.3, each: 0.4 }, // Greek
  { last: 0x053f, run: 0.5, each: 0.24 }, // Cyrillic
  { last: 0x05ff, run: 0.25, each: 0.4 }, // Armenian, Hebrew
  { last: 0x077f, run: 0.66, each: 0.24 }, // Arabic
  { last: 0x08ff, run: 0, each: 3 },
  { last: 0x097f, run: 0.44, each: 0.3 }, // Hindi
  { last: 0x0dff, run: 0.5, each: 0.42 }, // other scripts of India
  { last: 0x0e7f, run: 0.35, each: 0.41 }, // Thai
  { last: 0x0fff, run: 0, each: 2 },
  { last: 0x109f, run: 0.5, each: 0.75 }, // Burmese
  { last: 0x10ff, run: 0.6, each: 0.3 }, // Georgian
  { last: 0x177f, run: 0, each: 3 },
  { last: 0x17ff, run: 1, each: 0.58 }, // Khmer
  { last: 0x1fff, run: 0, each: 3 },
  { last: 0x207f, run: 0, each: 1 }, // dashes, quotes
  { last: 0x2fff, run: 0, each: 2 }, // symbols
  { last: 0x303f, run: 0, each: 1 }, // marks of Chinese and Japanese
  { last: 0x309f, run: 0.35, each: 0.5 }, // Hiragana
  { last: 0x30ff, run: 0.6, each: 0.55 }, // Katakana
  { last: 0x33ff, run: 0, each: 3 },
  { last: 0x9fff, run: 0.5, each: 0.72, more: new Set(Array.from(TRADITIONAL, char => char.charCodeAt(0))) },
  { last: 0xabff, run: 0, each: 3 },
  { last: 0xd7ff, run: 0.6, each: 0.57 }, // Korean
  { last: 0xdfff, run: 0, each: 1.3 }, // halves of emoji
  { last: 0xfeff, run: 0, each: 3 },
  { last: 0xffff, run: 0, each: 1.1 }, // wide signs
];
export const NO_SCRIPT: Script = { last: 0, run: 0, each: 1 };

let blocks: readonly (Script | undefined)[] | undefined;

/** By blocks of 32 codes, because all ranges end at a multiple of that; made for the first text that is not plain ASCII. */
export function scriptInBlock(code: number): Script {
  blocks ??= Array.from({ length: 0x10000 >> 5 }, (_, block) =>
    SCRIPTS.find(({ last }) => last >= block << 5),
  );
  return blocks[code >> 5] ?? NO_SCRIPT;
}
