/** What the address names. Lines are from 1, inclusive. */
export type Route =
  | { view: 'home' }
  | { view: 'file'; path: string; lines?: [number, number] }
  | { view: 'unit'; path: string; anchor: string }
  | { view: 'graph'; path?: string; anchor?: string }
  | { view: 'search'; words: string; kind?: string };

/** "#/src/a.ts:42-50", "#/src/a.ts::Unit", "#?search=words&kind=risk", "#?graph=src/a.ts&unit=Unit". */
export function routeOf(hash: string): Route {
  const address = hash.replace(/^#/, '');
  if (address.startsWith('?')) return asked(new URLSearchParams(address.slice(1)));
  const [place = '', ...unit] = address.replace(/^\//, '').split('::');
  if (unit.length > 0) return { view: 'unit', path: decoded(place), anchor: decoded(unit.join('::')) };
  const [, file = '', first, last] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/s.exec(place) ?? [];
  if (file === '') return { view: 'home' };
  if (first === undefined) return { view: 'file', path: decoded(file) };
  const ends = [Number(first), Number(last ?? first)].sort((a, b) => a - b) as [number, number];
  return { view: 'file', path: decoded(file), lines: ends };
}

export function linkTo(route: Route): string {
  switch (route.view) {
    case 'home':
      return '#/';
    case 'file':
      return `#/${encoded(route.path)}${route.lines ? `:${distinct(route.lines).join('-')}` : ''}`;
    case 'unit':
      return `#/${encoded(route.path)}::${encoded(route.anchor).replaceAll('%3A', ':')}`;
    case 'graph':
      return `#?graph=${encoded(route.path ?? '')}${route.anchor ? `&unit=${encoded(route.anchor)}` : ''}`;
    case 'search':
      return `#?search=${encodeURIComponent(route.words)}${route.kind ? `&kind=${encodeURIComponent(route.kind)}` : ''}`;
  }
}

/** A unit where there is one, else the file. */
export function linkToPlace(path: string, anchor?: string): string {
  return linkTo(anchor ? { view: 'unit', path, anchor } : { view: 'file', path });
}

function asked(parameters: URLSearchParams): Route {
  const words = parameters.get('search');
  const kind = parameters.get('kind') || undefined;
  if (words !== null) return { view: 'search', words, kind };
  const path = parameters.get('graph');
  if (path === null) return { view: 'home' };
  return { view: 'graph', path: path || undefined, anchor: parameters.get('unit') || undefined };
}

function distinct([first, last]: [number, number]): number[] {
  return first === last ? [first] : [first, last];
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
