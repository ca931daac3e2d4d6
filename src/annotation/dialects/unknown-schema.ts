/** Says of a schema that no dialect has why a note in it is not read. */

const LONGEST = 40;
/** A family with all before its number, and the number: `chronicle/`, 3; `chronicle/knowledge-`, 1. */
const VERSIONED = /^([a-z][\w.]*\/(?:[a-z]+-)*)v?(\d[\w.-]*)$/;

export function unknownSchema(schema: string, known: readonly string[]): string {
  const name = schema.slice(0, LONGEST).replace(/\s/g, ' ');
  const family = familyOf(name);
  const versions = family === undefined ? [] : known.filter(other => familyOf(other) === family);
  return versions.length > 0
    ? `written in ${name}; this version reads ${inOneWord(versions).replace(/^.*\//, '')}`
    : `unknown schema "${name}"; known are ${families(known).map(inOneWord).join(', ')}`;
}

/** `chronicle/3`, as some spell it, is `chronicle/v3`. */
export function withFullVersion(schema: string): string {
  return schema.replace(/\/(\d{1,9})$/, '/v$1');
}

function familyOf(name: string): string | undefined {
  return VERSIONED.exec(name)?.[1];
}

function families(names: readonly string[]): string[][] {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const family = familyOf(name) ?? name;
    found.set(family, [...(found.get(family) ?? []), name]);
  }
  return [...found.values()];
}

/** `chronicle/v1 to v3`: the versions of a family that are read have no gaps. */
function inOneWord(names: readonly string[]): string {
  const [first = ''] = names;
  const last = names.at(-1) ?? first;
  return last === first ? first : `${first} to ${last.slice(last.lastIndexOf('/') + 1)}`;
}
