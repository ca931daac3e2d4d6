import { oneLine } from '../annotation/sanitise.ts';
import { shortId } from '../wording.ts';

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

/** The day of a time; nothing where that is not known. */
export function day(date: string | undefined): string {
  return date?.slice(0, 10) ?? '';
}

export function short(id: string | undefined): string {
  return shortId(id ?? '');
}
