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

export function short(id: string): string {
  return /^[0-9a-f]{40,}$/.test(id) ? id.slice(0, 9) : id;
}
