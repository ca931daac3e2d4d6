/** "12:20, 40" or 12 to 20, as people read it. */
export function linesNamed(ranges: readonly (readonly [number, number])[]): string {
  const shown = ranges.slice(0, 4).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const isOne = ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1];
  return `${isOne ? 'line' : 'lines'} ${shown.join(', ')}${ranges.length > shown.length ? ' …' : ''}`;
}

/** "42:67, 80" */
export function rangesIn(text: string): [number, number][] {
  return text.split(',').flatMap(part => {
    const [first, last = first] = part.trim().split(/[:–-]/).map(Number);
    return first && last ? [[first, last] as [number, number]] : [];
  });
}
