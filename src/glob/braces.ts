import { endOfClass } from './letters.ts';
import { Misunderstood } from './misunderstood.ts';

const MOST_PATTERNS = 200;

/** `*.{ts,js}` is `*.ts` and `*.js`; braces without a comma are letters. */
export function expandBraces(pattern: string): string[] {
  const open = [pattern];
  const done: string[] = [];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const choices = expandOnce(text);
    if (choices) open.push(...choices);
    else done.push(text);
    if (open.length + done.length > MOST_PATTERNS) {
      throw new Misunderstood(`stands for more than ${MOST_PATTERNS} patterns`);
    }
  }
  return done;
}

/** Where braces were opened, and the commas in them so far. */
type Opened = { start: number; commas: number[] };

/** The pattern with each choice of the first braces that close; undefined where there is none. */
function expandOnce(text: string): string[] | undefined {
  const opened: Opened[] = [];
  for (let at = 0; at < text.length; at = behind(text, at)) {
    const inner = opened.at(-1);
    if (text[at] === '{') opened.push({ start: at, commas: [] });
    else if (text[at] === ',') inner?.commas.push(at);
    else if (text[at] === '}' && inner) {
      if (inner.commas.length > 0) return choicesOf(text, inner, at);
      refuseRange(text.slice(inner.start + 1, at));
      opened.pop();
    }
  }
  if (opened.length > 0) throw new Misunderstood('has a { without its }');
  return undefined;
}

/** Where the next letter is that may be a brace: not an escaped one, and none in brackets. */
function behind(text: string, at: number): number {
  if (text[at] === '\\') return at + 2;
  return text[at] === '[' ? endOfClass(text, at) + 1 : at + 1;
}

function choicesOf(text: string, { start, commas }: Opened, end: number): string[] {
  const cuts = [start, ...commas, end];
  const choices = cuts.slice(0, -1).map((cut, at) => text.slice(cut + 1, cuts[at + 1]));
  return choices.map(choice => text.slice(0, start) + choice + text.slice(end + 1));
}

function refuseRange(inner: string): void {
  if (!/^\w+\.\.\w+$/.test(inner)) return;
  throw new Misunderstood('has a range in braces; name each choice, as in {1,2,3}');
}
