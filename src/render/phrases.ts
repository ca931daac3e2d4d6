import { oneLine } from '../annotation/sanitise.ts';

/** Small pieces of wording that the answers share. */

export function dash(left: string, right: string | undefined): string {
  return right ? `${left} — ${right}` : left;
}

export function place(file: string | undefined, anchor: string | undefined): string {
  return [file && oneLine(file), anchor && oneLine(anchor)].filter(Boolean).join(' ');
}

export function range({ start, end }: { start: number; end: number }): string {
  return start === end ? `${start}` : `${start}–${end}`;
}

/** The day of a time; nothing for a commit that this clone does not have, where its annotation names no time, either. */
export function day(timestamp: string): string {
  const text = timestamp.slice(0, 10);
  return text === '1970-01-01' ? '' : text;
}

export function short(id: string): string {
  return /^[0-9a-f]{40,}$/.test(id) ? id.slice(0, 9) : id;
}
