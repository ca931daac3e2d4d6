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

/** A list of texts where one belongs is one of several lines. */
export function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap(item => textIn(item) ?? []).join('\n');
}

/** An item of such a list: a text, or an object that has one. Other objects may not even be printable. */
export function textIn(item: unknown): string | undefined {
  const source = asObject(item);
  if (source) return asText(source.text) ?? asText(source.description);
  return typeof item === 'object' ? undefined : String(item);
}

type Anchor = { unit_type?: unknown; name: string; signature?: unknown };

export function anchorOf(value: unknown): Anchor | undefined {
  if (typeof value === 'string' && value !== '') return { name: value };
  const source = asObject(value);
  const name = asText(source?.name);
  if (!source || name === undefined) return undefined;
  return { unit_type: source.unit_type ?? source.type, name, signature: source.signature };
}

/** "file:name" or just "name"; the `::` inside a qualified name is not the separator. */
export function splitAnchor(text: string): { file?: string; anchor?: string } {
  const separator = text.search(/:(?!:)/);
  const file = text.slice(0, Math.max(separator, 0));
  const anchor = text.slice(separator + 1);
  if (anchor !== '' && /[./]/.test(file.slice(file.lastIndexOf(':') + 1))) return { file, anchor };
  return /[/]|\.\w+$/.test(text) && !text.includes('::') ? { file: text } : { anchor: text };
}
