// Works in the repository that it is started in: one step for each line on stdin, and a line on stdout when it is done. Commits, annotates,
// switches, deletes, packs and prunes, so that no two steps leave the same repository, and it does not grow much either.
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const git = (args, input = '') =>
  execFileSync('git', args, { input, stdio: ['pipe', 'pipe', 'pipe'] })
    .toString()
    .trim();
const here = process.cwd();
let number = 0;
let branch = 'main';

function commit(file = `src/f${number % 5}.js`) {
  writeFileSync(file, `export function work() {\n  return ${number};\n}\n\nexport function rest() {}\n`);
  git(['add', '-A']);
  git(['commit', '-q', '--allow-empty', '-m', `Step ${number}\n\nConstraint: step ${number} comes first\n`]);
}

function annotate() {
  const file = `src/f${number % 5}.js`;
  const region = {
    ...{ file, ast_anchor: { unit_type: 'function', name: 'work' }, lines: { start: 1, end: 3 } },
    ...{ intent: `Step ${number}.`, constraints: [`Nothing before step ${number}.`] },
    semantic_dependencies: [{ file: 'src/f0.js', anchor: 'work', nature: `step ${number}` }],
  };
  const note = { schema: 'ultragit/v1', context_level: 'enhanced', regions: [region] };
  git(['notes', '--ref=ultragit', 'add', '-f', '-F', '-', 'HEAD'], JSON.stringify(note));
}

/** The notes ref keeps about fifty notes. */
function forget() {
  const noted = git(['notes', '--ref=ultragit', 'list']).split('\n').filter(Boolean);
  const old = noted.slice(50).map(line => line.split(' ')[1]);
  if (old.length > 0) git(['notes', '--ref=ultragit', 'remove', ...old]);
}

function switchBranch() {
  branch = branch === 'main' ? 'side' : 'main';
  git(['checkout', '-q', '-f', '-B', branch, ...(number < 20 ? [] : [branch])]);
}

const STEPS = [
  () => commit(),
  annotate,
  () => commit(),
  annotate,
  switchBranch,
  () => writeFileSync('src/f1.js', `// edited ${number}\n`),
  () => rmSync('src/f2.js', { force: true }),
  () => git(['checkout', '-q', '-f', 'HEAD', '--', '.']),
  forget,
  () => git(['branch', '-f', 'passing', 'HEAD']),
  () => git(['branch', '-D', 'passing']),
  () => {
    if (existsSync('src/f3.js')) git(['rm', '-q', '-f', 'src/f3.js']);
    git(['commit', '-q', '--allow-empty', '-m', `Remove at ${number}`]);
  },
  () => commit('src/f3.js'),
  () => git(['config', 'ultragit.recencyHalfLife', String(100 + (number % 7))]),
  () => git(['pack-refs', '--all', '--prune']),
  () => git(['reset', '-q', '--hard', 'HEAD~1']),
  () => git(['tag', '-f', 'now']),
  () => {
    renameSync(here, `${here}.away`);
    renameSync(`${here}.away`, here);
  },
  () => {
    if (number % 95 === 18) git(['gc', '-q', '--prune=now']);
  },
];

createInterface(process.stdin).on('line', () => {
  STEPS[number % STEPS.length]();
  number += 1;
  process.stdout.write(`${number}\n`);
});
