/** What writers of several dialects spell in more than one way. */
import { asObject, asText } from '../json.ts';

export function pathOf(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\.\/)+/, '') : value;
}

/** A single value where a list belongs is a list of one. */
export function listOf(value: unknown): unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : [value];
}

/** A list of texts where one belongs is one of several lines; an object in it may not even be printable. */
export function joined(value: unknown): unknown {
  return Array.isArray(value) ? value.filter(item => typeof item !== 'object').join('\n') : value;
}

type Anchor = { unit_type?: unknown; name: string; signature?: unknown };

export function anchorOf(value: unknown): Anchor | undefined {
  if (typeof value === 'string' && value !== '') return { name: value };
  const source = asObject(value);
  const name = asText(source?.name);
  if (!source || name === undefined) return undefined;
  return { unit_type: source.unit_type ?? source.type, name, signature: source.signature };
}

/** As {start, end} or [start, end]. Writers put zeros where they did not know. */
export function linesOf(value: unknown): { start: unknown; end: unknown } | undefined {
  const [first, last] = Array.isArray(value) ? value : [];
  const source = Array.isArray(value) ? { start: first, end: last } : asObject(value);
  if (!source || (source.start === 0 && source.end === 0)) return undefined;
  return { start: source.start, end: source.end };
}

/** "file:name" or just "name"; the `::` inside a qualified name is not the separator. */
export function splitAnchor(text: string): { file?: string; anchor?: string } {
  const separator = text.search(/:(?!:)/);
  const file = text.slice(0, Math.max(separator, 0));
  const anchor = text.slice(separator + 1);
  if (anchor !== '' && /[./]/.test(file.slice(file.lastIndexOf(':') + 1))) return { file, anchor };
  return /[/]|\.\w+$/.test(text) && !text.includes('::') ? { file: text } : { anchor: text };
}
