// What a text for an agent must not name: flags and commands of our command line, which it does not have.
import { COMMAND_QUERIES } from '../../src/query/registry.ts';

const OTHERS = [
  'mcp',
  'why',
  'search',
  'annotate',
  'correct',
  'validate',
  'setup',
  'sync',
  'carry',
  'doctor',
  'check',
];
const COMMANDS = [...COMMAND_QUERIES.map(({ name }) => name), ...OTHERS];
const OURS = new RegExp(`(^|[\\s(\`'"])--[a-z][\\w-]*|\\bultragit (${COMMANDS.join('|')})\\b`);

/** The first flag or command of ours in a text; an agent has a shell, so git's own are welcome. */
export function flagOrCommand(text: string): string | undefined {
  const withoutGit = text.replace(/(^|[\s`'"(])git [a-z].*$/gm, '');
  return OURS.exec(withoutGit)?.[0].trim();
}
