// @ts-check
// From the files that a bundle is made of to the licences of the packages that they belong to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(licen[cs]e|copying|notice)\b/i;

/**
 * @param {readonly string[]} inputs paths as esbuild's metafile has them
 * @returns {string} one text: each package with its version and what its authors want to be passed on
 */
export function licencesOf(inputs) {
  const homes = new Set(inputs.flatMap(packageOf));
  const texts = [...homes].sort().map(describe);
  return `Packages that are part of this program, with their licences.\n\n${texts.join('\n')}`;
}

/** @param {string} input */
function packageOf(input) {
  const home = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
  return home === undefined ? [] : [home];
}

/** @param {string} home */
function describe(home) {
  const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const texts = readdirSync(home)
    .filter(file => LICENCE.test(file))
    .map(file => readFileSync(join(home, file), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${home} brings no licence text: it can't be part of the bundle.`);
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
