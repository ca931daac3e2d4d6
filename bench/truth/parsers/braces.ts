// Where a declaration ends in a language with braces, for parsers that do not say. Knows strings and comments, no grammar.

/** Without a name: code that a macro makes, and types that have none. */
export type Owner = { name: string | undefined; start: number; end: number };

const OWNER = /(?<=^|[\s;{}])(impl|mod|trait|fn|macro_rules!)(?=[\s<])([^;{}]*)\{/g;

/** The type of `impl<T> Trait for Type<T> where …`; slices and tuples have no name. */
function implemented(header: string): string | undefined {
  let plain = header.replace(/\bwhere\b[\s\S]*$/, '').replace(/->/g, '');
  while (/<[^<>]*>/.test(plain)) plain = plain.replace(/<[^<>]*>/g, '');
  const type = plain.split(/\bfor\b/).at(-1) ?? '';
  if (/[[(]/.test(type)) return undefined;
  return type
    .match(/[A-Za-z_]\w*/g)
    ?.filter(word => !/^(?:dyn|mut|const|a)$/.test(word))
    .at(-1);
}

export class Braces {
  readonly #code: string;
  readonly #starts: number[] = [0];

  /** `code`: the text of a file with everything in strings and comments blanked out. */
  constructor(text: string, language: 'rust' | 'php') {
    this.#code = blank(text, language);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** The line in which the declaration ends whose name stands here. */
  endFrom(line: number, column: number): number | undefined {
    let round = 0;
    for (let at = (this.#starts[line - 1] ?? 0) + column; at < this.#code.length; at++) {
      const char = this.#code[at] ?? '';
      if ('(['.includes(char)) round++;
      else if (')]'.includes(char)) round--;
      else if (round === 0 && char === ';') return this.#lineAt(at);
      else if (round === 0 && char === '{') {
        const close = this.#closing(at);
        return close === undefined ? undefined : this.#lineAt(close);
      }
    }
    return undefined;
  }

  /** The blocks of Rust that give names to what is in them, by the lines that they begin and end in. */
  owners(): Owner[] {
    const owners: Owner[] = [];
    for (const { 0: text, 1: kind, 2: rest = '', index } of this.#code.matchAll(OWNER)) {
      const end = this.#closing(index + text.length - 1);
      if (end === undefined) continue;
      const name = kind === 'impl' ? implemented(rest) : /\w+/.exec(rest)?.[0];
      const start = this.#lineAt(index + text.indexOf(kind ?? ''));
      owners.push({ name, start, end: this.#lineAt(end) });
    }
    return owners;
  }

  #closing(open: number): number | undefined {
    let depth = 0;
    for (let at = open; at < this.#code.length; at++) {
      if (this.#code[at] === '{') depth++;
      else if (this.#code[at] === '}' && --depth === 0) return at;
    }
    return undefined;
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

const RUST =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^'\\\n])'/g;
const PHP =
  /\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?\*\/|<<<\s*(['"]?)(\w+)\1[\s\S]*?\n\s*\2\b|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/g;

function blank(text: string, language: 'rust' | 'php'): string {
  return text.replace(language === 'rust' ? RUST : PHP, token => token.replace(/[^\n]/g, ' '));
}
