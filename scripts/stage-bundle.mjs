// @ts-check
// The files of the .mcpb bundle: its manifest, the built program and the one package that it loads.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A host starts the server only: nobody looks for anything else in there. */
const UNUSED = ['completion', 'demo', 'man', 'page.html', 'page.json'];
/** Of a package: what node loads and what its authors want to be passed on. */
const KEPT = /^(package\.json|licen[cs]e.*|.*\.(cjs|wasm))$/i;

/**
 * Copies them into `directory`, which must be empty or missing. Needs a build in dist/.
 * @param {string} directory
 */
export function stageBundle(directory) {
  mkdirSync(directory, { recursive: true });
  cpSync('mcpb/manifest.json', join(directory, 'manifest.json'));
  cpSync('LICENSE', join(directory, 'LICENSE'));
  const isLoaded = (/** @type {string} */ path) => !path.endsWith('.map') && !UNUSED.includes(basename(path));
  cpSync('dist', join(directory, 'dist'), { recursive: true, filter: isLoaded });
  for (const name of Object.keys(dependencies)) stagePackage(name, directory);
}

/**
 * @param {string} name
 * @param {string} directory
 */
function stagePackage(name, directory) {
  const home = join('node_modules', name);
  cpSync(home, join(directory, home), {
    recursive: true,
    filter: path => path === home || KEPT.test(basename(path)),
  });
}

/**
 * What a host starts: the manifest's command line, with its variables filled in.
 * @param {string} directory the unpacked bundle
 * @param {string} repository what the user chose
 */
export function bundleCommand(directory, repository) {
  const { server } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  const values = new Map([
    ['__dirname', directory],
    ['user_config.repository', repository],
  ]);
  const fill = (/** @type {string} */ word) =>
    word.replace(/\$\{([\w.]+)\}/g, (variable, name) => values.get(name) ?? variable);
  return { command: fill(server.mcp_config.command), args: server.mcp_config.args.map(fill) };
}
