/** Whether the last part of a unit's name occurs in lines as a whole word; needs no grammar. */
export function mentions(lines: readonly string[], name: string): boolean {
  return mentionsWord(lines, lastWord(name));
}

/** The same for the last part itself. */
export function mentionsWord(lines: readonly string[], word: string | undefined): boolean {
  return word !== undefined && lines.some(line => hasWord(line, word));
}

/** The last part of a unit's name, as bytes, the way that lines are read. */
export function lastWord(name: string): string | undefined {
  // The pattern for all letters takes V8 longer to compile than most files have names.
  const pattern = /^[\x20-\x7e]*$/.test(name)
    ? /(?<![\w$])([\w$]+)[^\w$]*$/
    : /(?<![\p{L}\p{N}_$])([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u;
  const last = pattern.exec(withoutBrackets(name))?.[1];
  return last === undefined ? undefined : Buffer.from(last).toString('latin1');
}

/** Neither the receiver of a Go method, `(*Queue).Push`, nor parameters and generics behind a name. */
function withoutBrackets(name: string): string {
  return name.replace(/^\s*\([^()]*\)\s*\.?/, '').replace(/[(<].*/s, '');
}

function hasWord(line: string, word: string): boolean {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    const around = `${line[at - 1] ?? ' '}${line[at + word.length] ?? ' '}`;
    if (!/[\w$]/.test(around)) return true;
  }
  return false;
}
