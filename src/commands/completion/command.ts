/** `ultragit completion <shell>` prints a script; what it runs at every Tab is the hidden `ultragit complete`. */
import { readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { oneLine } from '../../annotation/sanitise.ts';
import type { Io } from '../io.ts';
import { beginning, type Candidate, type Completion, complete, prefixed } from './complete.ts';
import { afterBreak, shellQuoted, shellWords } from './shell-words.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const EXAMPLES = `
Examples:
  eval "$(ultragit completion bash)"   in ~/.bashrc
  eval "$(ultragit completion zsh)"    in ~/.zshrc, after compinit
  ultragit completion fish > ~/.config/fish/completions/ultragit.fish`;

export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags, files and units in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => {
      io.stdout.write(readFileSync(new URL(`./completion/ultragit.${shell}`, import.meta.url), 'utf8'));
    });
  program
    .command('complete', { hidden: true })
    .argument('<form>', 'how the words are given: words, or bash')
    .argument('[words...]')
    .action(async (form: string, words: string[]) => {
      io.stdout.write(await completed(program, form, words, io));
    });
}

/** A line for each candidate, and one for what the shell completes itself. Nobody sees an error between two words. */
async function completed(program: Command, form: string, given: string[], io: Io): Promise<string> {
  try {
    const [breaks = '', line = ''] = given;
    const words = ownWords(form === 'bash' ? shellWords(line) : given);
    const current = words.at(-1) ?? '';
    const found = await complete(program, words, valuesOf);
    const all = [...found.candidates, ...(await unitCandidates(found, current, io))];
    const lines = all.flatMap(candidate =>
      form === 'bash' ? forBash(candidate, current, breaks) : withHelp(candidate),
    );
    return [...lines, ...(found.files ? [`:${found.files}`] : [])].map(text => `${text}\n`).join('');
  } catch {
    return '';
  }
}

/** Without the program's own name, and what is before it: `git -C elsewhere ultragit read`. */
function ownWords(words: readonly string[]): string[] {
  const at = words.slice(0, -1).findIndex(word => /(^|[/\\])(git-)?ultragit$/.test(word));
  return words.slice(Math.max(at, 0) + 1);
}

/** Values that are no choices of commander, because the command checks them itself. */
async function valuesOf(option: string): Promise<readonly string[]> {
  if (option === '--scope') return ['project', 'user'];
  if (option !== '--host') return [];
  const { HOSTS } = await import('../../install/hosts.ts');
  return [...HOSTS.map(({ id }) => id), 'all'];
}

async function unitCandidates({ unitsOf }: Completion, current: string, io: Io): Promise<Candidate[]> {
  if (unitsOf === undefined) return [];
  const { unitNames } = await import('./units.ts');
  const units = (await unitNames(unitsOf, io.cwd)).map(value => ({ value, help: '' }));
  return beginning(current, current.startsWith(`${unitsOf}::`) ? prefixed(`${unitsOf}::`, units) : units);
}

function withHelp({ value, help }: Candidate): string[] {
  return value === oneLine(value) ? [help === '' ? value : `${value}\t${oneLine(help)}`] : [];
}

function forBash({ value }: Candidate, current: string, breaks: string): string[] {
  return value === oneLine(value) ? [shellQuoted(afterBreak(value, current, breaks))] : [];
}
