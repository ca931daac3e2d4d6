// Hints, notices and errors for an agent name tools and arguments, never our command line.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { flagOrCommand } from './support/flags-and-commands.ts';

const src = join(dirname(fileURLToPath(import.meta.url)), '../src');

/**
 * What is only run or read on a command line: the commands, what they alone use, the words of a known question, those that
 * start the hook, and the help of the tools' queries.
 */
const FOR_PEOPLE =
  /^(cli\.ts|commands\/|install\/|write\/|hook\/(begin|hosts)\.ts|kept\/command\.ts|page\/report\/|query\/(why|search)\/|check\/(github|published-schemas)\.ts|query\/\w+\/(definition|parameters)\.ts)/;
/** Words of git's, and of V8's, own command lines, each a literal of its own. */
const ARGUMENTS = /^(git\/|syntax\/grammar\.ts|cache\/compiled-code\.ts)/;

type Literal = { text: string; before: string };

/** String literals, line by line, with what stands before them. */
function literals(source: string): Literal[] {
  const lines = source.split('\n').filter(line => !/^\s*(\*|\/\*|\/\/)/.test(line));
  return lines.flatMap((line, at) =>
    [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].map(match => ({
      text: match[2] ?? '',
      before: `${lines[at - 1] ?? ''}\n${line.slice(0, match.index)}`,
    })),
  );
}

function saidToAgents(file: string, source: string): string[] {
  return literals(source)
    .filter(({ text }) => flagOrCommand(text) !== undefined)
    .filter(({ text }) => !(text.startsWith('--') && ARGUMENTS.test(file)))
    .filter(({ before }) => !/\bterminal:\s*$/.test(before))
    .map(({ text }) => `${file}: ${text}`);
}

test('the scan sees what it looks for', () => {
  const bad = "hints: ['Name one with --repo.', `Ask: ultragit read a.ts`, '--noteref']";
  expect(saidToAgents('config.ts', bad)).toHaveLength(3);
  expect(saidToAgents('config.ts', "  terminal: 'Name one with --repo.',")).toEqual([]);
  expect(saidToAgents('config.ts', "  terminal:\n    'Name one with --repo.',")).toEqual([]);
  expect(saidToAgents('config.ts', "  fix: () => 'Get it: git fetch --unshallow',")).toEqual([]);
  expect(saidToAgents('config.ts', "  agent: 'Name one with --repo.',")).toHaveLength(1);
});

test('no text that an agent may read names a flag or a command of ours', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.ts') && !FOR_PEOPLE.test(name));
  const said = files.flatMap(name => saidToAgents(name, readFileSync(join(src, name), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(said).toEqual([]);
});
