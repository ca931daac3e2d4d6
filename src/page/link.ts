/** A place that the page can show: `lines` as a question has them, "42" or "42:67". */
export type Place = { path: string; anchor?: string; lines?: string };

/** The part of an address behind `#`, as the page reads it. */
export function link({ path, anchor, lines }: Place): string {
  const file = `/${path.split('/').map(encodeURIComponent).join('/')}`;
  if (anchor !== undefined) return `${file}::${encodeURIComponent(anchor).replaceAll('%3A', ':')}`;
  return lines === undefined ? file : `${file}:${lines.replace(':', '-')}`;
}
