// Works in the repository that it is started in, until its input ends: edits, commits, annotates, switches
// branches, packs and prunes. The file on disk, the commit and the note of a state carry the same number.
// Says on stdout which combinations of the three there ever were: "state <file> <commit> <note>".
import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';

const git = (args, input = '') => execFileSync('git', args, { input }).toString().trim();
const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);

const now = { file: 0, commit: 0, note: 0 };
const change = (part, number) => {
  now[part] = number;
  say('state', now.file, now.commit, now.note);
};

function write(number) {
  writeFileSync('a.js.new', `class State_${number} {\n  here() {\n    return ${number};\n  }\n}\n`);
  renameSync('a.js.new', 'a.js');
  change('file', number);
}

function commit(number) {
  git(['add', 'a.js']);
  git(['commit', '-q', '-m', `state ${number}`]);
  say('commit', number, git(['rev-parse', 'HEAD']));
  change('commit', number);
}

/** The notes ref only ever has the newest note. */
function annotate(number) {
  const text = `state ${number}`;
  const anchor = { unit_type: 'method', name: `State_${number}::here` };
  const dependency = { file: 'a.js', nature: text };
  const region = { file: 'a.js', ast_anchor: anchor, lines: { start: 2, end: 4 }, intent: text };
  const regions = [{ ...region, semantic_dependencies: [dependency] }];
  const note = { $schema: 'ultragit/v1', context_level: 'enhanced', regions };
  const blob = git(['hash-object', '-w', '--stdin'], JSON.stringify(note));
  const tree = git(['mktree'], `100644 blob ${blob}\t${git(['rev-parse', 'HEAD'])}\n`);
  git(['update-ref', 'refs/notes/ultragit', git(['commit-tree', '-m', text, tree])]);
  change('note', number);
}

let stopped = false;
process.stdin.on('end', () => {
  stopped = true;
});
process.stdin.resume();

const heads = { main: 0, side: 0 };
let branch = 'main';
for (let number = 1; !stopped; number++) {
  write(number);
  commit(number);
  annotate(number);
  heads[branch] = number;
  if (number === 1) {
    git(['branch', 'side']);
    heads.side = 1;
    say('ready');
  }
  if (number % 5 === 0) {
    branch = branch === 'main' ? 'side' : 'main';
    git(['checkout', '-q', branch]);
    change('file', heads[branch]);
    change('commit', heads[branch]);
  }
  if (number % 20 === 7) git(['pack-refs', '--all', '--prune']);
  if (number % 20 === 12) git(['gc', '-q', '--prune=now']);
  await new Promise(resolve => setImmediate(resolve));
}
say('done');
