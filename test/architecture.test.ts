// The house rules that a compiler does not check: imports point down, packages have one home, stdout has owners.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = join(dirname(fileURLToPath(import.meta.url)), '../src');

type Import = { from: string; to: string; typeOnly: boolean; names: string[] };

const sources = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => [name, readFileSync(join(src, name), 'utf8')]),
);
const imports = [...sources].flatMap(([name, text]) => importsOf(name, text));
const inner = imports.filter(({ to }) => !to.startsWith('package:'));
const outer = imports.filter(({ to }) => to.startsWith('package:'));

function importsOf(name: string, text: string): Import[] {
  const statements = [
    ...text.matchAll(/^(?:import|export)\b(?<what>[^;'"]*?)\bfrom\s*['"](?<target>[^'"]+)['"]/gm),
    ...text.matchAll(/^import\s*['"](?<target>[^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"](?<target>[^'"]+)['"]\s*\)/g),
  ];
  return statements.map(({ groups }) => {
    const target = groups?.target ?? '';
    const local = target.startsWith('.')
      ? relative(src, join(src, dirname(name), target))
      : `package:${target}`;
    const what = groups?.what ?? '';
    const names = what.match(/(?<!\btype )\b(?!type\b)\w+/g) ?? [];
    return { from: name, to: local, typeOnly: /^\s*type\b/.test(what), names };
  });
}

/** From the ground up: a room may use itself and every room below it, and none above. */
const ROOMS: readonly (readonly string[])[] = [
  [
    'audience.ts',
    'collections.ts',
    'wording.ts',
    'version.ts',
    'deadlines.ts',
    'hidden-characters.ts',
    'host-markup.ts',
    'read-regular-file.ts',
    'log.ts',
    'inside.ts',
    'errors.ts',
    'glob',
    'config-toml.ts',
    'config.ts',
    'notices.ts',
    'answers.ts',
  ],
  ['cache'],
  ['annotation', 'syntax'],
  ['git'],
  ['kept'],
  ['index'],
  ['pipeline/lines'],
  ['pipeline/units'],
  ['pipeline/memory.ts', 'pipeline/snapshot.ts'],
  ['pipeline/scope'],
  ['pipeline/history'],
  ['pipeline/recovery'],
  ['pipeline/placing'],
  ['pipeline/notes'],
  ['pipeline/locate'],
  ['pipeline/following'],
  ['pipeline/moves'],
  ['pipeline/judge'],
  ['pipeline/regions.ts'],
  ['pipeline/relations'],
  ['pipeline/trim'],
  ['pipeline/answer'],
  ['render'],
  ['query'],
  ['page'],
  ['check'],
  ['hook'],
  ['mcp', 'install', 'write'],
  ['commands'],
  ['cli.ts'],
];

const house = (file: string) => file.split('/')[0] ?? '';
const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);
const rank = (file: string) => ROOMS.findIndex(rooms => rooms.some(room => isIn(file, room)));

/** Side by side, rooms do not know each other, but for what all of them share. */
function mayUse({ from, to }: Import): boolean {
  if (to === '../package.json') return true;
  const [above, below] = [rank(from), rank(to)];
  return above === below ? above === 0 || house(from) === house(to) : above > below;
}

const shown = ({ from, to }: Import) => `${from} -> ${to}`;

test('the walk sees the imports', () => {
  expect(sources.size).toBeGreaterThan(50);
  expect(inner.map(shown)).toContain('query/read/run.ts -> pipeline/answer/lean.ts');
  expect(outer.map(shown)).toContain('git/run/start-simple-git.ts -> package:simple-git');
});

test('every file has a place in the order', () => {
  expect([...sources.keys()].filter(name => rank(name) < 0)).toEqual([]);
});

test('a room of the pipeline has 3 to 20 files', () => {
  const rooms = ROOMS.flat().filter(room => /^pipeline\/\w+$/.test(room));
  const sizes = rooms.map(
    room => [room, [...sources.keys()].filter(name => isIn(name, room)).length] as const,
  );
  expect(rooms.length).toBeGreaterThan(5);
  expect(sizes.filter(([, size]) => size < 3 || size > 20)).toEqual([]);
});

test('lines/ is pure: it knows ranges and text, and no repository', () => {
  const used = inner
    .filter(({ from }) => isIn(from, 'pipeline/lines'))
    .filter(({ to }) => !isIn(to, 'pipeline/lines'));
  expect(used.filter(({ typeOnly }) => !typeOnly).map(shown)).toEqual([]);
  expect(new Set(used.map(({ to }) => to))).toEqual(new Set(['annotation/schema.ts']));
});

test('imports point down', () => {
  expect(inner.filter(edge => !mayUse(edge)).map(shown)).toEqual([]);
});

test('mcp never imports commands, and only its command imports install', () => {
  const wrong = inner.filter(
    ({ from, to }) =>
      (house(from) === 'mcp' && house(to) === 'commands') ||
      (house(to) === 'install' && !['install', 'commands'].includes(house(from))),
  );
  expect(wrong.map(shown)).toEqual([]);
});

test('no module imports itself, by whatever way round', () => {
  const uses = new Map<string, string[]>();
  for (const { from, to, typeOnly } of inner) if (!typeOnly) uses.set(from, [...(uses.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const next of uses.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

const HOMES: readonly [string, RegExp][] = [
  ['simple-git', /^git\/run\/start-simple-git\.ts$/],
  ['web-tree-sitter', /^syntax\//],
  ['smol-toml', /^(config-toml\.ts|install\/.*)$/],
  ['commander', /^(cli\.ts|commands\/.*)$/],
  ['env-paths', /^cache\//],
  ['@jest/diff-sequences', /^pipeline\/lines\//],
  ['jsonc-parser', /^(annotation\/note-tree\.ts|install\/.*)$/],
  ['string-width', /^render\//],
  ['zod', /^(annotation\/.*|answers\.ts|query\/.*|page\/question\.ts|check\/.*|mcp\/.*)$/],
  ['sarif', /^check\/sarif\.ts$/],
];

test('each package is imported in its home, and there is no other package', () => {
  const wrong = outer.filter(({ from, to }) => {
    const name = to.slice('package:'.length);
    if (name.startsWith('node:')) return false;
    return !HOMES.some(([home, where]) => (name === home || name.startsWith(`${home}/`)) && where.test(from));
  });
  expect(wrong.map(shown)).toEqual([]);
});

/** Comments may speak of it. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

test('only the owners of the terminal name it, and nothing uses the console', () => {
  const owners = /^(cli\.ts|commands\/run-program\.ts|mcp\/(stdio|framing)\.ts)$/;
  const users = [...sources].filter(([name, text]) => {
    const uses = /\bprocess\.(stdout|stderr|stdin)\b/.test(code(text)) && !owners.test(name);
    return uses || /\bconsole\./.test(code(text));
  });
  expect(users.map(([name]) => name)).toEqual([]);
});

test('nothing deep inside reads the environment or the working directory of the process', () => {
  const shell = /^(cli\.ts|deadlines\.ts|commands\/.*|mcp\/.*|install\/.*)$/;
  const readers = [...sources].filter(
    ([name, text]) => !shell.test(name) && /\bprocess\.(env|cwd|argv)\b/.test(code(text)),
  );
  expect(readers.map(([name]) => name)).toEqual([]);
});

const usersOf = (target: RegExp) =>
  [...inner, ...outer].filter(({ to, typeOnly }) => !typeOnly && target.test(to)).map(({ from }) => from);

test('git is started by simple-git, by the exceptions that ADR 6 lists, and by nothing else', () => {
  // Pager and browser are the user's own programs; `mcp status` starts what is registered, to speak to it;
  // `ps` tells what git started; the adapter listens to what node says of its children.
  const starters = [...sources].filter(([, text]) =>
    /child_process|\bcluster\b/.test(code(text).replace(/^import type .*$/gm, '')),
  );
  expect(starters.map(([name]) => name).sort()).toEqual([
    'commands/open-browser.ts',
    'commands/terminal/pager.ts',
    'git/run/descendants.ts',
    'git/run/start-simple-git.ts',
    'git/run/start.ts',
    'install/status/child.ts',
  ]);
  expect(usersOf(/^package:simple-git$/)).toEqual(['git/run/start-simple-git.ts']);

  const adr = readFileSync(join(src, '../docs/adr/0006-running-git.md'), 'utf8');
  const listed = [...adr.matchAll(/^\|[^|]*\| `(?<file>[\w/.-]+\.ts)`, `(?<name>\w+)` \|/gm)];
  const exceptions = inner
    .filter(({ to }) => to === 'git/run/start.ts')
    .flatMap(({ from, names }) => names.map(name => `${from} ${name}`));
  expect(exceptions.sort()).toEqual([
    'git/discover.ts startDirectly',
    'git/objects.ts startCatFile',
    'git/run/start-simple-git.ts startDirectly',
    'git/stored-order.ts startListing',
  ]);
  expect(listed.map(({ groups }) => `${groups?.file} ${groups?.name}`).sort()).toEqual(exceptions);
  expect(usersOf(/^git\/run\/start-simple-git\.ts$/).sort()).toEqual([
    'git/repository.ts',
    'git/sample-repository.ts',
    'write/git.ts',
    // The only one that goes to a remote.
    'write/share/remote.ts',
  ]);
});

test('only the room that writes has what may write', () => {
  const users = [...sources].filter(([, text]) => /\b(asWriter|asReacher|WritingCall)\b/.test(code(text)));
  expect(users.map(([name]) => name).sort()).toEqual([
    'git/run/place.ts',
    'git/run/runner.ts',
    'write/calls.ts',
    'write/git.ts',
    'write/share/calls.ts',
    'write/share/remote.ts',
  ]);
  const others = inner.filter(({ from, to }) => isIn(to, 'write') && !/^(write|commands)\//.test(from));
  expect(others.map(shown)).toEqual([]);
});

test('the entry of the program does not load simple-git', () => {
  const build = readFileSync(join(src, '../build.mjs'), 'utf8');
  const deferred: string[] = [
    ...(/const DEFERRED = \{([^}]*)\}/.exec(build)?.[1] ?? '').matchAll(/'([^']+)'/g),
  ].map(match => match[1] ?? '');
  const reached = new Set(['cli.ts']);
  for (const file of reached) {
    for (const { from, to, typeOnly } of [...inner, ...outer]) {
      if (from === file && !typeOnly && !deferred.includes(to)) reached.add(to);
    }
  }
  expect(deferred).toContain('commands/main.ts');
  expect(deferred).toContain('commands/query-main.ts');
  expect(reached).toContain('git/run/start.ts');
  expect(reached).not.toContain('package:simple-git');
});
