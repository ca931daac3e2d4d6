/** Every host that install knows: one row each, and nothing about a host anywhere else. */

import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Entry } from './config/format.ts';
import type { JsonExtensions } from './config/json-tree.ts';

/** The machine as far as paths depend on it. */
export type Machine = {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
};

export type Scope = 'project' | 'user';

/** The server's command, before it is written in the form of a host. */
type Start = { command: string; args: readonly string[]; cwd?: string };

/** What a host's own parser accepts: beyond strict JSON, at the start of a file, and of a file without content. */
type Reads = JsonExtensions & { bom: boolean; blank: boolean };

/** How a host decides whether an entry is a program to start or the address of a server. */
type Transport = {
  /** The types of a program, where the host looks at `type`; undefined among them: it may be left out. */
  types?: readonly (string | undefined)[];
  /** What counts in an entry that has a program and an address. */
  both: 'command' | 'url' | 'error';
  /** Whether an address alone, without a type, is enough. */
  bareUrl: boolean;
};

/** How a host is told the address of a server, in place of a program. */
type Remote = {
  entry: Record<Scope, (url: string) => Entry>;
  /** What makes it send a token that it takes from this variable; absent where it can't, for no token is written down. */
  token?: (variable: string) => Entry;
};

export type Host = {
  id: string;
  name: string;
  format: 'json' | 'toml';
  /** The key that holds the servers. */
  container: string;
  reads: Record<Scope, Reads>;
  transport: Transport;
  /** Files below the repository root; the first that exists is used, else the first. None: user-wide only. */
  project: readonly string[];
  user: (machine: Machine, exists?: (path: string) => boolean) => readonly string[];
  formatEntry: Record<Scope, (start: Start) => Entry>;
  /** Absent where the host only starts programs. */
  remote?: Remote;
  honoursCwd: boolean;
  /** Where the host starts a server of each file when no `cwd` says otherwise. */
  startsIn: Record<Scope, 'project' | 'home'>;
  /** A variable for the repository, for a file that is committed. */
  sharedCwd?: string;
  /** Platforms on which the host sees the system's PATH only, not the shell's. */
  systemPathOn?: readonly NodeJS.Platform[];
  /** Added to the environment of a server. */
  sets?: (root: string) => Record<string, string>;
  /** What the user does after install, and what the host asks before it trusts a project file. */
  next: string;
  asks?: string;
};

const STRICT: Reads = { comments: false, trailingCommas: false, bom: false, blank: false };
const COMMENTS: Reads = { ...STRICT, comments: true };
const JSONC: Reads = { comments: true, trailingCommas: true, bom: true, blank: true };

const launch = ({ command, args, cwd }: Start): Entry => ({ command, args, ...(cwd && { cwd }) });
const atUrl = (url: string): Entry => ({ url });
const overHttp = (url: string): Entry => ({ type: 'http', url });
const bearer = (form: string): Entry => ({ headers: { Authorization: `Bearer ${form}` } });
const everywhere = <const T>(value: T): Record<Scope, T> => ({ project: value, user: value });

const under = (machine: Machine, base: string, ...parts: string[]): string =>
  (machine.platform === 'win32' ? win32 : posix).join(base, ...parts);
const inHome = (machine: Machine, ...parts: string[]): string => under(machine, machine.home, ...parts);
const xdg = (machine: Machine): string => machine.env.XDG_CONFIG_HOME || inHome(machine, '.config');
const appData = (machine: Machine): string => machine.env.APPDATA || inHome(machine, 'AppData', 'Roaming');
const macSupport = (machine: Machine): string => inHome(machine, 'Library', 'Application Support');

const SETTINGS = new Map<NodeJS.Platform, (machine: Machine) => string>([
  ['win32', appData],
  ['darwin', macSupport],
]);

/** The base directory that desktop programs use for their settings. */
const settings = (machine: Machine): string => (SETTINGS.get(machine.platform) ?? xdg)(machine);

const COMMON = {
  format: 'json',
  container: 'mcpServers',
  reads: everywhere(STRICT),
  transport: { both: 'command', bareUrl: true },
  project: [],
  formatEntry: everywhere(launch),
  honoursCwd: false,
  startsIn: everywhere('project'),
} as const satisfies Partial<Host>;

export const HOSTS: readonly Host[] = [
  {
    ...COMMON,
    id: 'claude-code',
    name: 'Claude Code',
    reads: everywhere({ ...STRICT, bom: true }),
    transport: { types: [undefined, 'stdio'], both: 'command', bareUrl: false },
    project: ['.mcp.json'],
    user: machine => [under(machine, machine.env.CLAUDE_CONFIG_DIR || machine.home, '.claude.json')],
    // Filled in by the host; without the variable, it sends the text as it is.
    remote: { entry: everywhere(overHttp), token: variable => bearer(`\${${variable}}`) },
    sets: root => ({ CLAUDE_PROJECT_DIR: root }),
    next: 'Start Claude Code in this repository.',
    asks: 'It asks once whether to use the server.',
  },
  {
    ...COMMON,
    id: 'claude-desktop',
    name: 'Claude Desktop',
    user: (machine, exists = existsSync) => {
      const directory = (name: string) => under(machine, settings(machine), name);
      // On Linux the documented directory differs from that of the application.
      const documented = machine.platform === 'linux' && !exists(directory('Claude'));
      return [under(machine, directory(documented ? 'claude' : 'Claude'), 'claude_desktop_config.json')];
    },
    startsIn: everywhere('home'),
    systemPathOn: ['darwin'],
    next: 'Quit Claude Desktop and start it again.',
  },
  {
    ...COMMON,
    id: 'cursor',
    name: 'Cursor',
    project: ['.cursor/mcp.json'],
    user: machine => [inHome(machine, '.cursor', 'mcp.json')],
    remote: { entry: everywhere(atUrl), token: variable => bearer(`\${env:${variable}}`) },
    next: 'Turn the server on in Cursor Settings, under MCP.',
  },
  {
    ...COMMON,
    id: 'vscode',
    name: 'VS Code',
    container: 'servers',
    transport: { types: [undefined, 'stdio'], both: 'command', bareUrl: true },
    reads: everywhere(JSONC),
    project: ['.vscode/mcp.json'],
    user: machine => [under(machine, settings(machine), 'Code', 'User', 'mcp.json')],
    formatEntry: everywhere(start => ({ type: 'stdio', ...launch(start) })),
    remote: { entry: everywhere(overHttp), token: variable => bearer(`\${env:${variable}}`) },
    honoursCwd: true,
    // It knows a folder, and fills in its variable, for a project's file only.
    startsIn: { project: 'project', user: 'home' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in
    sharedCwd: '${workspaceFolder}',
    next: 'Start the server from the command "MCP: List Servers".',
  },
  {
    ...COMMON,
    id: 'codex',
    name: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    reads: everywhere(JSONC),
    transport: { both: 'error', bareUrl: true },
    project: ['.codex/config.toml'],
    user: machine => [under(machine, machine.env.CODEX_HOME || inHome(machine, '.codex'), 'config.toml')],
    remote: { entry: everywhere(atUrl), token: variable => ({ bearer_token_env_var: variable }) },
    honoursCwd: true,
    next: 'Start Codex in this repository.',
    asks: 'It reads a project file once you trust the project.',
  },
  {
    ...COMMON,
    id: 'gemini',
    name: 'Gemini CLI',
    reads: everywhere(COMMENTS),
    transport: { both: 'url', bareUrl: true },
    project: ['.gemini/settings.json'],
    user: machine => [inHome(machine, '.gemini', 'settings.json')],
    // As `gemini mcp add` writes it; `httpUrl` is its deprecated name, and `url` alone may mean server-sent events.
    remote: { entry: everywhere(overHttp), token: variable => bearer(`\${${variable}}`) },
    honoursCwd: true,
    next: 'Start Gemini CLI in this repository; it starts servers once you trust the folder.',
  },
  {
    ...COMMON,
    id: 'copilot',
    name: 'Copilot CLI',
    reads: { project: STRICT, user: { ...JSONC, blank: false } },
    transport: { types: [undefined, 'stdio', 'local'], both: 'command', bareUrl: true },
    project: ['.mcp.json', '.github/mcp.json'],
    user: machine => [
      under(machine, machine.env.COPILOT_HOME || inHome(machine, '.copilot'), 'mcp-config.json'),
    ],
    // A project file is shared with Claude Code, which refuses the type "local".
    formatEntry: { project: launch, user: start => ({ type: 'local', ...launch(start), tools: ['*'] }) },
    remote: {
      entry: { project: overHttp, user: url => ({ ...overHttp(url), tools: ['*'] }) },
      token: variable => bearer(`\${${variable}}`),
    },
    honoursCwd: true,
    next: 'Start Copilot CLI in this repository.',
    asks: 'It reads a project file once you trust the folder.',
  },
  {
    ...COMMON,
    id: 'opencode',
    name: 'opencode',
    container: 'mcp',
    transport: { types: ['local'], both: 'command', bareUrl: false },
    reads: everywhere(JSONC),
    project: ['opencode.json', 'opencode.jsonc'],
    user: machine =>
      ['opencode.json', 'opencode.jsonc'].map(name => under(machine, xdg(machine), 'opencode', name)),
    formatEntry: everywhere(({ command, args, cwd }) => ({
      type: 'local',
      command: [command, ...args],
      ...(cwd && { cwd }),
      enabled: true,
    })),
    remote: {
      entry: everywhere(url => ({ type: 'remote', url, enabled: true })),
      token: variable => ({ ...bearer(`{env:${variable}}`), oauth: false }),
    },
    honoursCwd: true,
    next: 'Start opencode again.',
  },
  {
    ...COMMON,
    id: 'zed',
    name: 'Zed',
    container: 'context_servers',
    reads: everywhere(JSONC),
    project: ['.zed/settings.json'],
    user: machine => [
      machine.platform === 'win32'
        ? under(machine, appData(machine), 'Zed', 'settings.json')
        : under(
            machine,
            machine.platform === 'linux' ? xdg(machine) : inHome(machine, '.config'),
            'zed',
            'settings.json',
          ),
    ],
    formatEntry: everywhere(({ command, args }) => ({ command, args, env: {} })),
    // It sends headers as they are written, without variables.
    remote: { entry: everywhere(atUrl) },
    next: "Look for the server in the Agent panel's settings.",
  },
  {
    ...COMMON,
    id: 'windsurf',
    name: 'Windsurf',
    user: machine => [inHome(machine, '.codeium', 'windsurf', 'mcp_config.json')],
    remote: {
      entry: everywhere(url => ({ serverUrl: url })),
      token: variable => bearer(`\${env:${variable}}`),
    },
    startsIn: everywhere('home'),
    next: "Refresh the servers in Windsurf's MCP settings.",
  },
];

/** The form of a file that belongs to no host we know. */
export const OTHER_HOST: Host = {
  ...COMMON,
  id: 'other',
  name: 'other host',
  user: () => [],
  remote: { entry: everywhere(overHttp) },
  startsIn: everywhere('home'),
  next: 'Restart the program that reads this file.',
};
