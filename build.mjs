// Bundles the program into dist/: a very small entry, which has all that the server needs for its first reply, and gives
// answers again that are known; what starts, and the entry of the server's worker thread; and the rest, which runs with
// the code that V8 compiled for it before (src/cache/compiled-code.ts).
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, relative, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { buildPage } from './scripts/build-page.mjs';
import { licencesOf } from './scripts/licences.mjs';

const src = resolve('src');

/**
 * What the entries import from the program, when it is needed, by bundle: what asks is apart from all the rest, because V8
 * makes an object of every function of a script, used or not.
 */
const DEFERRED = {
  queries: ['commands/query-main.ts', 'hook/speak.ts', 'mcp/worker/answer-queries.ts'],
  all: ['commands/main.ts'],
};

/** What the entries import when it is needed, and what is a bundle of its own: node compiles each at every start. */
const PARTS = {
  'commands/start.ts': 'start',
  'commands/first-word.ts': 'first',
  'commands/hook-start.ts': 'hook',
  'commands/hook-speak.ts': 'hook-speak',
  'commands/mcp-start.ts': 'server',
  'commands/serve-run.ts': 'serve',
  'git/discover.ts': 'discover',
};

/** Parts of node that take milliseconds to load, and that many runs never use: loaded by the first call. */
const LATE = {
  'node:child_process': ['spawn', 'spawnSync', 'execFile'],
  'node:zlib': ['deflateSync', 'gzip', 'gzipSync', 'inflateSync'],
};

/** CommonJS: V8 keeps compiled code for scripts alone, and node starts them faster than modules. */
const options = {
  outdir: 'dist',
  bundle: true,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  platform: 'node',
  target: 'node20',
  // jsonc-parser's main file is UMD, which no bundler can follow.
  mainFields: ['module', 'main'],
  minify: true,
  // For stack traces of users (CONTRIBUTING.md); the sources are in the repository.
  sourcemap: 'linked',
  sourcesContent: false,
  // Their texts are in dist/THIRD-PARTY-LICENSES.txt.
  legalComments: 'none',
  define: { 'import.meta.url': '__moduleUrl' },
  // Only where it is needed: it takes node longer than to read a file.
  banner: { js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  external: ['web-tree-sitter'],
  metafile: true,
};

rmSync('dist', { recursive: true, force: true });

const queries = await buildProgram('queries');
const all = await buildProgram('all');
const programs = { queries: queries.name, all: all.name };

// What is kept holds for this build.
const named = { ...options.define, __BUILD__: JSON.stringify(queries.name) };
const fromElsewhere = [
  { name: 'late', setup: late },
  { name: 'deferred', setup: fromProgram },
  { name: 'parts', setup: part => fromParts(part) },
  { name: 'manifest', setup: versionOnly },
];
const start = await build({
  ...options,
  entryPoints: bundlesOf(['start', 'hook', 'hook-speak', 'discover']),
  plugins: fromElsewhere,
  banner: {},
  define: named,
});
const server = await build({
  ...options,
  entryPoints: { ...bundlesOf(['server', 'serve']), worker: 'src/mcp/worker/entry.ts' },
  plugins: fromElsewhere,
  define: named,
});
const entry = await build({
  ...options,
  entryPoints: { ...bundlesOf(['first']), cli: 'src/cli.ts' },
  plugins: [
    { name: 'parts', setup: entry => fromParts(entry) },
    { name: 'manifest', setup: versionOnly },
  ],
  banner: {},
  define: named,
});
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
// What a browser shows; the program reads it as a file.
const page = await buildPage('dist');
const inputs = [queries, all, start, server, entry, page].flatMap(({ metafile }) =>
  Object.keys(metafile.inputs),
);
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licencesOf(inputs));

/** A bundle of the program, as a function that `runBundle` calls. */
async function buildProgram(name) {
  const modules = DEFERRED[name].map(module => `${JSON.stringify(module)}: () => require('./${module}')`);
  const { metafile } = await build({
    ...options,
    plugins: [
      { name: 'ascii', setup: asAscii },
      { name: 'late', setup: late },
      { name: 'silent', setup: silent },
      { name: 'parts', setup: program => fromParts(program, ['serve']) },
      { name: 'manifest', setup: versionOnly },
    ],
    stdin: {
      contents: `module.exports = { ${modules.join(', ')} };`,
      resolveDir: src,
      sourcefile: 'program.js',
    },
    entryNames: `program-${name}-[hash]`,
    banner: { js: `(function (module, require, __filename) {${options.banner.js}` },
    footer: { js: '})' },
  });
  return { metafile, name: basename(Object.keys(metafile.outputs).find(file => file.endsWith('.js')) ?? '') };
}

/** An `import` of these gives functions that load the real ones. */
function late(bundle) {
  const filter = new RegExp(`^(${Object.keys(LATE).join('|')})$`);
  bundle.onResolve({ filter }, ({ path, namespace }) =>
    namespace === 'late' ? { path, external: true } : { path, namespace: 'late' },
  );
  bundle.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
    contents: LATE[path]
      .map(name => `export const ${name} = (...given) => require('${path}').${name}(...given);`)
      .join('\n'),
  }));
}

/** What simple-git logs with: for `DEBUG=*`, it would write all that git says to the terminal, control characters included. */
function silent(program) {
  program.onResolve({ filter: /^debug$/ }, ({ path }) => ({ path, namespace: 'silent' }));
  program.onLoad({ filter: /.*/, namespace: 'silent' }, () => ({
    contents: `
      const log = Object.assign(() => {}, { enabled: false, namespace: '', extend: () => log });
      module.exports = Object.assign(() => log, { formatters: {} });`,
  }));
}

/** The program knows its version, and not with what it was developed. */
function versionOnly(program) {
  program.onLoad({ filter: /package\.json$/ }, ({ path }) => {
    if (path !== resolve('package.json')) return undefined;
    const { version } = JSON.parse(readFileSync(path, 'utf8'));
    return { contents: JSON.stringify({ version }), loader: 'json' };
  });
}

/** V8 gets the program as Latin-1, which is faster; esbuild escapes other characters in strings, but not in patterns. */
function asAscii(program) {
  program.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replace(
      /[^\0-\x7f]/g,
      unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    loader: 'ts',
  }));
}

/** An `import()` in the entry gives a module of the program. */
function fromProgram(entry) {
  entry.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
    if (kind !== 'dynamic-import') return undefined;
    const name = nameOf(path, resolveDir);
    return bundleOf(name) ? { path: name, namespace: 'deferred' } : undefined;
  });
  entry.onLoad({ filter: /.*/, namespace: 'deferred' }, ({ path }) => ({
    contents: `module.exports = require('./modules').module(${JSON.stringify(path)}, ${JSON.stringify(programs[bundleOf(path)])});`,
    resolveDir: src,
  }));
  entry.onResolve({ filter: /^\.\/modules$/, namespace: 'deferred' }, () => ({
    path: 'modules',
    namespace: 'modules',
  }));
  entry.onLoad({ filter: /.*/, namespace: 'modules' }, () => ({
    contents: `
      import { join } from 'node:path';
      import { runBundle } from './cache/compiled-code.ts';
      const bundles = {};
      export function module(name, bundle) {
        bundles[bundle] ??= runBundle(join(__dirname, bundle), require, process.argv[2], process.env);
        return bundles[bundle][name]();
      }`,
    resolveDir: src,
  }));
}

function bundleOf(module) {
  return Object.keys(DEFERRED).find(name => DEFERRED[name].includes(module));
}

/** An `import()` of a part gives its bundle. */
function fromParts(entry, parts = Object.values(PARTS)) {
  entry.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
    const part = kind === 'dynamic-import' ? PARTS[nameOf(path, resolveDir)] : undefined;
    return parts.includes(part) ? { path: `./${part}.js`, external: true } : undefined;
  });
}

function bundlesOf(parts) {
  const wanted = Object.entries(PARTS).filter(([, part]) => parts.includes(part));
  return Object.fromEntries(wanted.map(([name, part]) => [part, `src/${name}`]));
}

/** As `DEFERRED` and `PARTS` have it. */
function nameOf(path, directory) {
  return relative(src, resolve(directory, path)).replaceAll('\\', '/');
}

/** A module of the sources that needs no package. */
async function imported(entry) {
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${text}`);
}

// The grammars come from development packages: who installs the program gets the files and no package more.
const { languages } = await imported('src/syntax/languages.ts');
const packages = createRequire(import.meta.url);
mkdirSync('dist/grammars');
for (const { grammar } of languages) {
  copyFileSync(packages.resolve(grammar), `dist/grammars/${basename(grammar)}`);
}
copyFileSync('src/syntax/GRAMMARS-LICENSE.txt', 'dist/grammars/LICENSE.txt');

mkdirSync('dist/demo');
copyFileSync('test-repos/mqtt-client/history.fi', 'dist/demo/history.fi');

mkdirSync('dist/completion');
for (const shell of ['bash', 'zsh', 'fish']) {
  copyFileSync(`src/commands/completion/ultragit.${shell}`, `dist/completion/ultragit.${shell}`);
}

// Git shows the page of `git-ultragit` for `git ultragit --help`.
const { manPage } = await imported('scripts/man-page.ts');
const { wholeProgram } = loaded(all)['commands/main.ts']();
const nowhere = { write: () => true, columns: 80 };
const io = { stdout: nowhere, stderr: nowhere, env: {}, cwd: '.', home: '.', platform: process.platform };
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
// The server's main thread answers with it while its worker thread starts.
const { toolsList } = loaded(queries)['mcp/worker/answer-queries.ts']();
writeFileSync('dist/tools.json', await toolsList());
mkdirSync('dist/man');
for (const name of ['ultragit', 'git-ultragit']) {
  writeFileSync(`dist/man/${name}.1`, manPage(wholeProgram(io), version));
}

/** The modules of a bundle of the program. */
function loaded({ name }) {
  const bundled = { exports: {} };
  const file = resolve('dist', name);
  runInThisContext(readFileSync(file, 'latin1'), file)(bundled, createRequire(file), file);
  return bundled.exports;
}
