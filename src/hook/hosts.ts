/** Every host that runs hooks: one row each. Imports nothing, because the hook must start fast. */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Which calls of an agent's tools start a hook. */
type Occasion = { event: string; matcher: string };

export type HookHost = {
  /** As in the table of hosts that install knows. */
  id: string;
  name: string;
  /** The file below the repository root. */
  project: string;
  /** The file below `$variable`, or below `~/directory`. */
  user: { variable?: string; directory: string; file: string };
  /** What the host's own parser accepts beyond strict JSON. */
  reads: { comments: boolean; trailingCommas: boolean };
  /** What a file must have beside `hooks`: written where the file is new, kept where it is not. */
  frame: { readonly [key: string]: Json };
  /** Whether our hook sees the file as it was, or as the edit left it. */
  moment: 'before' | 'after';
  /** The tools that read and edit files. */
  edit: Occasion;
  /** The shell tool, once a command has run: only for the reminder to annotate. */
  shell: Occasion;
  /** One element of the array `hooks.<event>`. */
  formatEntry: (matcher: string, command: string) => Json;
  /** The host's shape for text that its agent should see. */
  formatContext: (text: string, event: string) => Json;
  /** What the host must get where there is nothing to say. */
  silence: '' | '{}';
  /** What the host asks before it runs a hook. */
  asks?: string;
};

export type HookEntry = { event: string; entry: Json };

/** Ours has a deadline of its own, which is shorter. */
const TIMEOUT_SECONDS = 10;
const STRICT = { comments: false, trailingCommas: false };

const group = (matcher: string, hook: Json): Json => ({ matcher, hooks: [hook] });

const specific = (text: string, event: string): Json => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});

const CLAUDE_FORMAT = {
  reads: STRICT,
  frame: {},
  moment: 'before',
  shell: { event: 'PostToolUse', matcher: 'Bash' },
  formatEntry: (matcher: string, command: string): Json =>
    group(matcher, { type: 'command', command, timeout: TIMEOUT_SECONDS }),
  formatContext: specific,
  silence: '',
} as const satisfies Partial<HookHost>;

export const HOOK_HOSTS: readonly HookHost[] = [
  {
    ...CLAUDE_FORMAT,
    id: 'claude-code',
    name: 'Claude Code',
    project: '.claude/settings.json',
    user: { variable: 'CLAUDE_CONFIG_DIR', directory: '.claude', file: 'settings.json' },
    edit: { event: 'PreToolUse', matcher: 'Read|Edit|MultiEdit|Write|NotebookEdit' },
  },
  {
    ...CLAUDE_FORMAT,
    id: 'codex',
    name: 'Codex',
    project: '.codex/hooks.json',
    user: { variable: 'CODEX_HOME', directory: '.codex', file: 'hooks.json' },
    // It has no tool that reads files: it reads them in its shell.
    edit: { event: 'PreToolUse', matcher: 'apply_patch' },
    asks: 'It runs a new or changed hook once you trusted it: type /hooks in Codex.',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    project: '.gemini/settings.json',
    user: { directory: '.gemini', file: 'settings.json' },
    reads: { comments: true, trailingCommas: false },
    frame: {},
    // `BeforeTool` can't add context.
    moment: 'after',
    edit: { event: 'AfterTool', matcher: '^(read_file|replace|write_file)$' },
    shell: { event: 'AfterTool', matcher: '^run_shell_command$' },
    formatEntry: (matcher, command) =>
      group(matcher, { type: 'command', name: 'ultragit', command, timeout: TIMEOUT_SECONDS * 1000 }),
    formatContext: specific,
    silence: '',
    asks: 'It runs hooks of a project once you trust the folder.',
  },
  {
    id: 'copilot',
    name: 'Copilot CLI',
    // It reads every JSON file there, so ours is our own.
    project: '.github/hooks/ultragit.json',
    user: { variable: 'COPILOT_HOME', directory: '.copilot', file: 'hooks/ultragit.json' },
    reads: STRICT,
    frame: { version: 1 },
    // `preToolUse` refuses the tool when a hook fails.
    moment: 'after',
    edit: { event: 'postToolUse', matcher: 'view|edit|create|str_replace_editor|apply_patch' },
    shell: { event: 'postToolUse', matcher: 'bash|powershell' },
    formatEntry: (matcher, command) => ({
      type: 'command',
      matcher,
      bash: command,
      // PowerShell takes a quoted program for a mere string.
      powershell: command.startsWith('"') ? `& ${command}` : command,
      timeoutSec: TIMEOUT_SECONDS,
    }),
    formatContext: text => ({ additionalContext: text }),
    silence: '',
    asks: 'It runs hooks of a project once you trust the folder.',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    project: '.cursor/hooks.json',
    user: { directory: '.cursor', file: 'hooks.json' },
    reads: STRICT,
    frame: { version: 1 },
    // `preToolUse` takes a permission only.
    moment: 'after',
    edit: {
      event: 'postToolUse',
      matcher: '^(Read|Write|Edit|MultiEdit|StrReplace|ApplyPatch|NotebookEdit)$',
    },
    shell: { event: 'postToolUse', matcher: '^Shell$' },
    formatEntry: (matcher, command) => ({ command, matcher, timeout: TIMEOUT_SECONDS }),
    formatContext: text => ({ additional_context: text }),
    silence: '{}',
    asks: 'It runs hooks of a project once you trust the workspace.',
  },
];

/** The hooks of a host, as elements of the arrays `hooks.<event>` of its file. */
export function hookEntries(
  host: HookHost,
  command: string,
  { reminder }: { reminder: boolean },
): HookEntry[] {
  const occasions = reminder ? [host.edit, host.shell] : [host.edit];
  return occasions.map(({ event, matcher }) => ({ event, entry: host.formatEntry(matcher, command) }));
}

/** `program` is what starts ultragit: its name, or a node and a script. */
export function hookCommand(program: readonly string[], id: string): string {
  return [...program.map(quoted), 'hook', '--host', id].join(' ');
}

/** Double quotes are understood by sh, cmd and PowerShell. */
function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `"${word.replace(/["$`]/g, '\\$&')}"`;
}

/** The host that one of our commands names, as it stands in a config file; undefined for the command of another. */
export function hostOfHookCommand(command: string): string | undefined {
  return OUR_COMMAND.exec(command)?.groups?.host;
}

const OUR_COMMAND =
  /(?:^|[\s"'\\/])(?:ultragit(?:\.cmd|\.exe)?|cli\.js)["']?\s+hook\s+--host[\s=](?<host>[a-z-]+)/;

/** Every command in an element of `hooks.<event>`, in each of the shapes above. */
export function commandsIn(entry: unknown): string[] {
  if (Array.isArray(entry)) return entry.flatMap(commandsIn);
  if (typeof entry !== 'object' || entry === null) return [];
  const values = Object.entries(entry);
  return values.flatMap(([key, value]) => {
    if (key === 'hooks') return commandsIn(value);
    return ['command', 'bash', 'powershell'].includes(key) && typeof value === 'string' ? [value] : [];
  });
}
