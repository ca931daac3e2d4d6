// What the build makes of the page: one file, small, that loads nothing, and that the rest of the program does not have.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pagePolicy } from '../../src/page/policy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
const html = dist('page.html');

test('it is small', () => {
  expect(gzipSync(html).length).toBeLessThan(150 * 1024);
});

test('it has the places where a report puts its policy and its data, once each', () => {
  expect(html.split('<!--ultragit:csp-->').length).toBe(2);
  expect(html.split('<script type="application/json" id="ultragit-data"></script>').length).toBe(2);
  expect(html.indexOf('<!--ultragit:csp-->')).toBeLessThan(html.indexOf('<style>'));
});

test('the policy names its one script and its one style by their hashes', () => {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)];
  expect([scripts.length, styles.length]).toEqual([1, 1]);
  const hashes = JSON.parse(dist('page.json'));
  expect(hashes).toEqual({ script: hash(scripts[0]![1]!), style: hash(styles[0]![1]!) });
  expect(pagePolicy(hashes, { connect: 'self', in: 'header' })).toContain(`script-src '${hashes.script}'`);
});

test('it loads nothing: no address of a script, style, image or font', () => {
  const markup = html.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '');
  const loads = [...markup.matchAll(/\b(?:src|href)=["']([^"']*)/g)].map(([, address]) => address!);
  expect(loads.filter(address => !address.startsWith('data:'))).toEqual([]);
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)![1]!;
  expect(style).not.toMatch(/@import|url\(/);
});

test('it writes no markup, and gives no element a style as text', () => {
  const sources = readdirSync(join(root, 'page'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => [name, readFileSync(join(root, 'page', name), 'utf8')] as const);
  const pattern =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle="|\bstyle=\{`|javascript:|\beval\(/i;
  expect(sources.filter(([, text]) => pattern.test(text)).map(([name]) => name)).toEqual([]);
});

/** Pure, and the same here as there: which characters are hidden, how a search reads words, how numbers are said. */
const SHARED = ['hidden-characters.ts', 'query/search/terms.ts', 'wording.ts'];

test('it has types from the program, and of its code only what is shared', () => {
  const imported = readdirSync(join(root, 'page'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .flatMap(name => [
      ...readFileSync(join(root, 'page', name), 'utf8').matchAll(
        /^import (?!type\b)[^;]*? from '(?:\.\.\/)+src\/([^']+)'/gm,
      ),
    ])
    .map(([, file]) => file!);
  expect([...new Set(imported)].sort()).toEqual(SHARED);
});

test('what answers a question does not load it', () => {
  const programs = readdirSync(join(root, 'dist')).filter(name => name.endsWith('.js'));
  expect(programs.filter(name => /preact|hljs-|ultragit-data"\)/.test(dist(name)))).toEqual([]);
});
