// @ts-check
// The page as one file: script and style are inside, so that it needs nothing from anywhere, and a policy can name both
// by their hashes. `page.json` has these.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * @param {string} directory where `page.html` and `page.json` go
 * @returns {Promise<{ metafile: import('esbuild').Metafile }>}
 */
export async function buildPage(directory) {
  const result = await build({
    entryPoints: { page: 'page/main.tsx', style: 'page/styles/page.css' },
    outdir: directory,
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
  });
  const script = insideOfMarkup(textOf(result.outputFiles, 'page.js'));
  const style = textOf(result.outputFiles, 'style.css');
  const page = readFileSync('page/page.html', 'utf8')
    .replace('/*ultragit:style*/', () => style)
    .replace('/*ultragit:script*/', () => script);
  writeFileSync(join(directory, 'page.html'), page);
  const hashes = { script: hashOf(script), style: hashOf(style) };
  writeFileSync(join(directory, 'page.json'), `${JSON.stringify(hashes)}\n`);
  return { metafile: result.metafile };
}

/**
 * @param {import('esbuild').OutputFile[]} files
 * @param {string} name
 */
function textOf(files, name) {
  const text = files.find(({ path }) => path.endsWith(name))?.text ?? '';
  if (text === '' || /<\/(script|style)/i.test(text)) throw new Error(`${name} can't be inside of a page.`);
  return text;
}

/**
 * A comment and a tag that begin in a script change where the browser lets it end. Grammars have them in strings and
 * patterns, where the escape means the same.
 * @param {string} script
 */
function insideOfMarkup(script) {
  return script.replace(/<(?=!--|script)/gi, '\\x3c');
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
