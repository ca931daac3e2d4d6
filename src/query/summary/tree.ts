import type { Line } from '../../render/blocks.ts';
import { plural } from '../../wording.ts';
import type { SummaryAnswer } from './answer.ts';

type Coverage = NonNullable<SummaryAnswer['files']>[number];
type Node = {
  children: Map<string, Node>;
  isFile: boolean;
  coverage?: Coverage;
  files: number;
  annotated: number;
};

const MOST_BARE_FILES = 5;

/** The files of a directory: ● wholly annotated, ◐ in part, ○ not at all. What has nothing takes one line. */
export function tree(answer: SummaryAnswer, directory: string): Line[] {
  const root = node(false);
  const base = directory === '.' ? 0 : directory.length + 1;
  const covered = answer.files ?? [];
  const bare = answer.unannotated ?? [];
  for (const file of covered) insert(root, file.file.slice(base), file);
  for (const file of bare) insert(root, file.slice(base));
  const lines: Line[] = [];
  const unlisted = answer.stats.files - covered.length - bare.length;
  draw(root, '', lines, unlisted);
  return lines;
}

function node(isFile: boolean): Node {
  return { children: new Map(), isFile, files: 0, annotated: 0 };
}

function insert(root: Node, path: string, coverage?: Coverage): void {
  const names = path.split('/');
  let at = root;
  for (const [index, name] of names.entries()) {
    const next = at.children.get(name) ?? node(index === names.length - 1);
    at.children.set(name, next);
    next.files++;
    if (coverage) next.annotated++;
    at = next;
  }
  at.coverage = coverage;
}

/** Directories first, then files; both by name. */
function draw(at: Node, indent: string, lines: Line[], unlisted = 0): void {
  const entries = [...at.children]
    .map(([name, child]) => shortened(name, child))
    .sort((a, b) => Number(isTop(a)) - Number(isTop(b)) || (a.name < b.name ? -1 : 1));
  const bare = entries.filter(entry => isTop(entry) && !entry.child.coverage);
  const hidden = bare.length > MOST_BARE_FILES + 1 ? bare.slice(MOST_BARE_FILES) : [];
  const rows = entries
    .filter(entry => !hidden.includes(entry))
    .map(({ name, child }) => ({ ...describe(name, child), child }));
  const more = hidden.length + unlisted;
  if (more > 0) rows.push({ mark: '○', text: plural(more, 'more file'), tone: 'quiet', child: node(true) });
  for (const [index, { child, ...line }] of rows.entries()) {
    const last = index === rows.length - 1;
    lines.push({ lead: `${indent}${last ? '└─ ' : '├─ '}`, ...line });
    if (child.annotated > 0) draw(child, `${indent}${last ? '   ' : '│  '}`, lines);
  }
}

/** A file of this directory itself. */
function isTop({ name, child }: { name: string; child: Node }): boolean {
  return child.isFile && !name.includes('/');
}

/** A directory that has but one entry shares its line with it. */
function shortened(name: string, child: Node): { name: string; child: Node } {
  const [only, ...others] = [...child.children];
  if (!only || others.length > 0) return { name, child };
  return shortened(`${name}/${only[0]}`, only[1]);
}

function describe(name: string, child: Node): Line {
  if (!child.isFile) {
    if (child.annotated === 0) {
      return { mark: '○', text: `${name}/  ${plural(child.files, 'file')}`, tone: 'quiet' };
    }
    return { text: `${name}/  ${child.annotated}/${child.files} files` };
  }
  const { coverage } = child;
  if (!coverage) return { mark: '○', text: name, tone: 'quiet' };
  const { ast_units: units = 0, annotated_units: annotated, other_regions: others = 0 } = coverage;
  const whole = annotated === units;
  const counts = [
    ...(units > 0 ? [`${annotated}/${units}`] : []),
    ...(others > 0 ? [plural(others, 'region')] : []),
  ];
  return { mark: whole ? '●' : '◐', text: `${name}  ${counts.join(' + ')}`, tone: whole ? 'good' : 'warn' };
}
