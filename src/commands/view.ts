/** `ultragit view`: the page in a browser, served to this machine until Ctrl-C. */
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addListenOptions } from './mcp-serve.ts';
import { addRepositoryOptions } from './repository-options.ts';
import type { ViewFlags } from './run-view.ts';

const EXAMPLES = `
Only this machine can look, unless --addr says otherwise; then a token is
needed, and the page asks for it. BROWSER names another browser.

Examples:
  ultragit view                                # the whole repository
  ultragit view src/client.ts:42               # a line
  ultragit view src/client.ts::Client::connect # a unit
  ultragit view --no-open                      # prints the address only`;

export function addView(program: Command, io: Io, exit: (code: number) => void): void {
  const command = program
    .command('view')
    .description('show the annotations beside their code, in a browser')
    .argument('[path]', 'a file, a line of it, or a unit: src/a.ts, src/a.ts:42, src/a.ts::Unit')
    .option('--no-open', 'start no browser, only print the address');
  addListenOptions(command);
  addRepositoryOptions(command.optionsGroup('What is read:'));
  command.addHelpText('after', EXAMPLES).action(async (path: string | undefined, flags: ViewFlags) => {
    const { runView } = await import('./run-view.ts');
    exit(await runView(io, path, flags));
  });
}
