// Rust, Go, Java, C, C++, C#, Ruby and PHP by universal-ctags.
import { spawnSync } from 'node:child_process';
import type { Unit } from '../unit.ts';
import { declarationStart, topOf } from './above.ts';
import { Braces, type Owner } from './braces.ts';
import type { Source } from './parse.ts';

type Tag = {
  name: string;
  path: string;
  line: number;
  kind: string;
  scope?: string;
  scopeKind?: string;
  end?: number;
};

const KINDS = new Set([
  ...['function', 'func', 'method', 'methodSpec', 'singletonMethod', 'subroutine'],
  ...['class', 'struct', 'interface', 'enum', 'union', 'trait', 'macro'],
]);
const NO_BRACES = new Set(['methodSpec']);

export const LANGUAGE_OF: Record<string, string> = {
  rs: 'rust',
  go: 'go',
  java: 'java',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  hh: 'cpp',
  cs: 'csharp',
  rb: 'ruby',
  php: 'php',
};

export function hasCtags(): boolean {
  const { stdout, status } = spawnSync('ctags', ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('Universal Ctags') && stdout.includes('+json');
}

export function parseByCtags(sources: readonly Source[]): void {
  const args = [
    '--options=NONE',
    '--output-format=json',
    '--fields=+neKSZ',
    '--extras=-F',
    '--sort=no',
    '-f',
    '-',
    '-L',
    '-',
  ];
  const { stdout, status } = spawnSync('ctags', args, {
    input: `${sources.map(source => source.file).join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error(`ctags exited ${status}`);
  const tags = new Map<string, Tag[]>();
  for (const line of stdout.split('\n')) {
    if (!line.startsWith('{')) continue;
    const tag = readTag(line);
    if (!tag) continue;
    const list = tags.get(tag.path);
    if (list) list.push(tag);
    else tags.set(tag.path, [tag]);
  }
  for (const source of sources) source.version.units = unitsOf(source, tags.get(source.file) ?? []);
}

/** Ctags does not escape bytes that are no UTF-8. */
function readTag(line: string): Tag | undefined {
  try {
    return JSON.parse(line) as Tag;
  } catch {
    return undefined;
  }
}

function unitsOf(source: Source, tags: readonly Tag[]): Unit[] {
  const language = LANGUAGE_OF[source.extension] ?? '';
  const { lines } = source.version;
  const packageName = language === 'go' ? tags.find(tag => tag.kind === 'package')?.name : undefined;
  const braces =
    language === 'rust' || language === 'php' ? new Braces(lines.join('\n'), language) : undefined;
  const owners = language === 'rust' ? braces?.owners() : undefined;
  const units: Unit[] = [];
  for (const tag of tags) {
    if (!KINDS.has(tag.kind) || tag.name.startsWith('__anon')) continue;
    if (tag.kind === 'macro' && language !== 'rust') continue;
    const scope = owners ? rustScope(tag, owners) : scopeOf(tag, language, packageName);
    if (scope === undefined) continue;
    const column = Math.max(0, (lines[tag.line - 1] ?? '').indexOf(tag.name));
    const end = NO_BRACES.has(tag.kind) ? tag.line : (tag.end ?? braces?.endFrom(tag.line, column));
    if (!end || end > lines.length || end < tag.line) continue;
    const start = declarationStart(lines, tag.line, language);
    const name = scope ? `${scope}::${tag.name}` : tag.name;
    units.push({ name, kind: kindOf(tag, language), start, end, top: topOf(lines, start, language) });
  }
  return units;
}

/** Ctags loses an `impl` with a `where`, and does not know macros. */
function rustScope(tag: Tag, owners: readonly Owner[]): string | undefined {
  const around = owners.filter(({ start, end }) => start < tag.line && end >= tag.line);
  if (around.some(({ name }) => name === undefined)) return undefined;
  return around.map(({ name }) => name).join('::');
}

/** The owner in our spelling: packages, and the namespaces of C# and PHP, do not count. */
function scopeOf(tag: Tag, language: string, packageName: string | undefined): string | undefined {
  let scope = tag.scope ?? '';
  if (scope.includes('__anon')) return undefined;
  if (language === 'go' && packageName)
    scope = scope === packageName ? '' : scope.replace(`${packageName}.`, '');
  if (language === 'csharp' || language === 'php') {
    if (tag.scopeKind === 'namespace') return '';
    // Which part of a longer scope is the namespace is not said.
    scope = scope.split(/[.\\]|::/).at(-1) ?? '';
  }
  if (language === 'java' && tag.scopeKind === 'package') return '';
  return scope.replaceAll(/\.|#/g, '::');
}

function kindOf({ kind, name, scope }: Tag, language: string): string {
  if (kind === 'func' || kind === 'function')
    return language === 'go' && scope?.includes('.') ? 'method' : 'function';
  if (kind === 'methodSpec' || kind === 'singletonMethod') return 'method';
  if (kind === 'interface' && language === 'rust') return 'trait';
  if (kind === 'method' && scope && lastPart(scope) === name) return 'constructor';
  return kind;
}

const lastPart = (scope: string): string => scope.split(/\.|::/).at(-1) ?? '';
