import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import { buildSampleRepository } from '../git/sample-repository.ts';
import { makeTemporary } from '../git/temporary.ts';
import { read } from '../query/read/definition.ts';
import type { Io } from './io.ts';
import { addQuery } from './query-command.ts';
import { leaveOnSignals } from './signals.ts';

const QUESTION = ['read', 'src/mqtt/client.ts', 'MqttClient::connect'];

/** The answer stands between two texts. */
const NO_PAGER = { GIT_PAGER: 'cat' };

const BEFORE = `A small MQTT client: 10 commits, and the annotations that its team kept in
git notes. You are about to change MqttClient::connect. What should you know?

$ ultragit ${QUESTION.join(' ')}

`;

const AFTER = `
What to notice:
- The first lines say what connect() is for; "Must hold" is what you must not
  break.
- The state compares the annotated lines with today's file: the first annotation
  is intact although its lines moved; of the second, 22 % were edited, and
  "Still true?" says by which commit.
- A constraint that no longer holds stands under "Taken back", with who said so,
  and why.
- "Other code relies on this" names the code that would break silently.

Next, in a repository of yours:
  ultragit read <file>           what is known about it
  ultragit mcp install --hooks   tells your coding agent, before it edits
`;

export function addDemo(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('demo')
    .description('show a real answer, in a sample repository that is removed afterwards')
    .addHelpText('after', '\nExamples:\n  ultragit demo')
    .action(() => demo(io, exit));
}

async function demo(io: Io, exit: (code: number) => void): Promise<void> {
  const stay = leaveOnSignals();
  const { path: room, forget } = temporaryDirectory();
  try {
    const history = readFileSync(new URL('./demo/history.fi', import.meta.url), 'utf8');
    await buildSampleRepository(room, history, io.env);
    io.stdout.write(BEFORE);
    const code = await ask({ ...io, cwd: room, env: { ...io.env, ...NO_PAGER }, said: undefined });
    if (code === 0) io.stdout.write(AFTER);
    exit(code);
  } finally {
    rmSync(room, { recursive: true, force: true });
    forget();
    stay();
  }
}

/** As a person at a terminal would, into a pipe, too; gives the exit code. */
async function ask(io: Io): Promise<number> {
  const program = new Command();
  let code = 0;
  addQuery(program, read, io, status => {
    code = status;
  });
  await program.parseAsync([...QUESTION, '--no-cache', '--format', 'pretty'], { from: 'user' });
  return code;
}

function temporaryDirectory(): ReturnType<typeof makeTemporary> {
  try {
    return makeTemporary('demo');
  } catch {
    throw new UltragitError(
      'git_failed',
      `No directory can be made in ${tmpdir()}, where the sample would be built.`,
      ['Name another directory in TMPDIR.'],
    );
  }
}
