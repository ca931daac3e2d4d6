/** `ultragit hook` in the help: hosts start it by `hook-start`, before commander loads. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { HOOK_HOSTS } from '../hook/hosts.ts';

const EXAMPLE = `
A host runs it with the JSON of its event on stdin. It prints the constraints, rejected alternatives, risks and
dependents of the lines that are being edited, once per session, in the shape that the host takes; nothing where
nothing is known. It always exits with 0, and it never stops an edit. \`ultragit mcp install --hooks\` registers it.

Example:
  $ echo '{"tool_name":"Read","tool_input":{"file_path":"src/main.ts"}}' | ultragit hook --verbose`;

export function addHook(program: Command): void {
  program
    .command('hook')
    .description('what hosts run before an edit: what is recorded about its lines')
    .addOption(
      new Option('--host <name>', 'whose JSON it is (default: told from the JSON)').choices(
        HOOK_HOSTS.map(({ id }) => id),
      ),
    )
    .option('--verbose', 'say on stderr why it is silent; so does ULTRAGIT_HOOK_DEBUG=1')
    .option('--no-cache', 'forget what was found and shown before')
    .addHelpText('after', EXAMPLE);
}
