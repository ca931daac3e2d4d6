// What users feel in real histories: first questions, edits, commits, hook and server, beside node and `git blame -w` of the
// same file, in one interleaved run. `npm run bench -- real <repository>… [--notes 0,30,1000] [--runs 5]`
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './real/measure.ts';
import { RealBench } from './real/situations.ts';
import { CLI, git, leave, NODE, room } from './room.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { notes: { type: 'string', default: '30' }, runs: { type: 'string', default: '5' } },
});

try {
  if (positionals.length === 0)
    throw new Error('Name at least one repository: npm run bench -- real ../requests');
  const warm = warmHome();
  for (const repository of positionals) {
    for (const notes of values.notes.split(',').map(Number)) {
      const bench = new RealBench(resolve(repository), notes, warm);
      console.log(`\n${repository}: ${bench.commits} commits, ${notes} notes, ${values.runs} runs`);
      console.table(await bench.run(Number(values.runs)));
    }
  }
} finally {
  leave();
}

/** A home in which the program ran before, in another repository: the compiled code of each command is there. */
function warmHome(): string {
  const home = join(room, 'warm-home');
  const cwd = join(room, 'another');
  mkdirSync(home);
  git(room, ['clone', '-q', '--no-hardlinks', resolve('.'), cwd]);
  const event = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: join(cwd, 'README.md') },
  };
  for (let time = 0; time < 2; time++) {
    for (const command of ['read', 'history'])
      measure([NODE, CLI, command, '--json', 'README.md'], { cwd, home });
    measure([NODE, CLI, 'hook'], {
      cwd,
      home,
      input: JSON.stringify({ ...event, session_id: `${time}`, cwd }),
    });
  }
  return home;
}
