// An agent asks, edits and asks again: what was found out about HEAD is mapped onto the edited file, without git.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const functionOf = (name: string) =>
  [
    `function ${name}(words: string[]) {`,
    `  const ${name}Seen = new Set(words);`,
    `  return ${name}Seen.size;`,
    '}',
    '',
  ].join('\n');

type Answer = { regions: { current_lines?: { start: number; end: number }; freshness: { state: string } }[] };

/** One function stays, one changes, one moves to another file, one is removed. */
async function annotated(): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  const names = ['stays', 'changes', 'moves', 'leaves'];
  repo.commit('All', { 'a.ts': names.map(functionOf).join('\n'), 'b.ts': '// b\n' });
  repo.annotate('HEAD', {
    schema: 'ultragit/v1',
    regions: names.map(name => ({ file: 'a.ts', ast_anchor: { type: 'function', name }, intent: name })),
  });
  const changed = functionOf('changes').replace('Seen.size', 'Seen.size + 1');
  repo.commit('Change', {
    'a.ts': `${functionOf('stays')}\n${changed}`,
    'b.ts': `// b\n${functionOf('moves')}`,
  });
  return repo;
}

/** Runs as a user would, and tells how many git processes that took. */
function counting(repo: Repository) {
  const directory = temporaryDirectory();
  const log = join(directory, 'log');
  const real = repo.git('--exec-path');
  writeFileSync(
    join(directory, 'git'),
    `#!/bin/sh\necho "$*" >>'${log}'\nexec '${join(real, 'git')}' "$@"\n`,
  );
  chmodSync(join(directory, 'git'), 0o755);
  const env = { PATH: `${directory}:${process.env.PATH}`, HOME: temporaryDirectory() };
  return (...words: string[]) => {
    writeFileSync(log, '');
    const answer = json<Answer>(ultragit(repo, ['read', 'a.ts', '--json', ...words], { env }));
    return { answer, processes: readFileSync(log, 'utf8').split('\n').filter(Boolean) };
  };
}

test('after an edit no git is started, and the answer is the one that git would give', async () => {
  const repo = await annotated();
  const read = counting(repo);
  expect(read().processes).not.toEqual([]);
  repo.write(
    'a.ts',
    `// first\n\n${functionOf('stays')}\n// between\n${functionOf('changes').replace('size', 'size + 1')}`,
  );
  const edited = read();
  expect(edited.processes).toEqual([]);
  const states = edited.answer.regions.map(({ current_lines, freshness }) => [
    freshness.state,
    current_lines?.start,
  ]);
  expect(states).toContainEqual(['intact', 3]);
  expect(states).toContainEqual(['edited', 9]);
  expect(states.map(([state]) => state).sort()).toEqual(['edited', 'gone', 'intact', 'moved']);
  expect(edited.answer).toEqual(read('--no-cache').answer);
});

test.each<[what: string, edit: (text: string) => string, state: string]>([
  ['inside of it', text => text.replace('staysSeen.size', 'staysSeen.size * 2'), 'edited'],
  [
    'right behind it',
    text => text.replace('}\n\nfunction changes', '}\n// more\n\nfunction changes'),
    'intact',
  ],
  ['that takes it out', text => text.slice(text.indexOf('function changes')), 'gone'],
  ['that brings back what was gone', text => `${text}\n${functionOf('leaves')}`, 'intact'],
])('an edit %s is seen', async (_what, edit, state) => {
  const repo = await annotated();
  const read = counting(repo);
  const before = read().answer.regions.filter(({ freshness }) => freshness.state === state).length;
  repo.write('a.ts', edit(readFileSync(join(repo.path, 'a.ts'), 'utf8')));
  const { answer } = read();
  const after = answer.regions.filter(({ freshness }) => freshness.state === state).length;
  expect(after - before).toBe(state === 'intact' && !_what.includes('back') ? 0 : 1);
  expect(answer).toEqual(read('--no-cache').answer);
});
