/** Every host that install knows: one row each, and nothing about a host anywhere else. */

import { posix, win32 } from 'node:path';
import type { Entry } from './format.ts';
import type { Looseness } from './json-tree.ts';

/** The machine as far as paths depend on it. */
export type Place = {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
};

export type Scope = 'project' | 'user';

/** What has to be started, before a host's spelling. */
type Start = { command: string; args: readonly string[]; cwd?: string };

export type Host = {
  id: string;
  name: string;
  format: 'json' | 'toml';
  /** The key that holds the servers. */
  container: string;
  /** What the host's own parser takes beyond strict JSON. */
  reads: Looseness;
  /** Files below the repository root; the first that exists is used, else the first. None: user-wide only. */
  project: readonly string[];
  user: (place: Place) => readonly string[];
  spell: Record<Scope, (start: Start) => Entry>;
  honoursCwd: boolean;
  /** Where the host starts a server when no `cwd` says otherwise. */
  startsIn: 'project' | 'home';
  /** What may stand for the repository in a committed file. */
  sharedCwd?: string;
  /** Platforms on which the host sees the system's PATH only, not the shell's. */
  systemPathOn?: readonly NodeJS.Platform[];
  /** Added to the environment of a server. */
  sets?: (root: string) => Record<string, string>;
  /** What the user does after install, and what the host asks before it believes a project's file. */
  next: string;
  asks?: string;
};

const STRICT = { comments: false, trailingCommas: false };
const COMMENTS = { comments: true, trailingCommas: false };
const JSONC = { comments: true, trailingCommas: true };

const launch = ({ command, args, cwd }: Start): Entry => ({ command, args, ...(cwd && { cwd }) });
const everywhere = (spell: (start: Start) => Entry) => ({ project: spell, user: spell });

const under = (place: Place, base: string, ...parts: string[]): string =>
  (place.platform === 'win32' ? win32 : posix).join(base, ...parts);
const inHome = (place: Place, ...parts: string[]): string => under(place, place.home, ...parts);
const xdg = (place: Place): string => place.env.XDG_CONFIG_HOME || inHome(place, '.config');
const appData = (place: Place): string => place.env.APPDATA || inHome(place, 'AppData', 'Roaming');
const macSupport = (place: Place): string => inHome(place, 'Library', 'Application Support');

const SETTINGS = new Map<NodeJS.Platform, (place: Place) => string>([
  ['win32', appData],
  ['darwin', macSupport],
]);

/** The base directory that desktop programs use for their settings. */
const settings = (place: Place): string => (SETTINGS.get(place.platform) ?? xdg)(place);

const COMMON = {
  format: 'json',
  container: 'mcpServers',
  reads: STRICT,
  project: [],
  spell: everywhere(launch),
  honoursCwd: false,
  startsIn: 'project',
} as const satisfies Partial<Host>;

export const HOSTS: readonly Host[] = [
  {
    ...COMMON,
    id: 'claude-code',
    name: 'Claude Code',
    project: ['.mcp.json'],
    user: place => [under(place, place.env.CLAUDE_CONFIG_DIR || place.home, '.claude.json')],
    sets: root => ({ CLAUDE_PROJECT_DIR: root }),
    next: 'Start Claude Code in this repository.',
    asks: 'It asks once whether to use the server.',
  },
  {
    ...COMMON,
    id: 'claude-desktop',
    name: 'Claude Desktop',
    user: place => {
      const names = place.platform === 'linux' ? ['claude', 'Claude'] : ['Claude'];
      return names.map(name => under(place, settings(place), name, 'claude_desktop_config.json'));
    },
    startsIn: 'home',
    systemPathOn: ['darwin'],
    next: 'Quit Claude Desktop and start it again.',
  },
  {
    ...COMMON,
    id: 'cursor',
    name: 'Cursor',
    project: ['.cursor/mcp.json'],
    user: place => [inHome(place, '.cursor', 'mcp.json')],
    next: 'Turn the server on in Cursor Settings, under MCP.',
  },
  {
    ...COMMON,
    id: 'vscode',
    name: 'VS Code',
    container: 'servers',
    reads: JSONC,
    project: ['.vscode/mcp.json'],
    user: place => [under(place, settings(place), 'Code', 'User', 'mcp.json')],
    spell: everywhere(start => ({ type: 'stdio', ...launch(start) })),
    honoursCwd: true,
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
    project: ['.codex/config.toml'],
    user: place => [under(place, place.env.CODEX_HOME || inHome(place, '.codex'), 'config.toml')],
    honoursCwd: true,
    next: 'Start Codex in this repository.',
    asks: 'It reads a project file once you trust the project.',
  },
  {
    ...COMMON,
    id: 'gemini',
    name: 'Gemini CLI',
    reads: COMMENTS,
    project: ['.gemini/settings.json'],
    user: place => [inHome(place, '.gemini', 'settings.json')],
    honoursCwd: true,
    next: 'Start Gemini CLI in this repository; it starts servers once you trust the folder.',
  },
  {
    ...COMMON,
    id: 'copilot',
    name: 'Copilot CLI',
    project: ['.mcp.json', '.github/mcp.json'],
    user: place => [under(place, place.env.COPILOT_HOME || inHome(place, '.copilot'), 'mcp-config.json')],
    // A project file is shared with Claude Code, which refuses the type "local".
    spell: { project: launch, user: start => ({ type: 'local', ...launch(start), tools: ['*'] }) },
    honoursCwd: true,
    next: 'Start Copilot CLI in this repository.',
    asks: 'It reads a project file once you trust the folder.',
  },
  {
    ...COMMON,
    id: 'opencode',
    name: 'opencode',
    container: 'mcp',
    reads: JSONC,
    project: ['opencode.json', 'opencode.jsonc'],
    user: place =>
      ['opencode.json', 'opencode.jsonc'].map(name => under(place, xdg(place), 'opencode', name)),
    spell: everywhere(({ command, args, cwd }) => ({
      type: 'local',
      command: [command, ...args],
      ...(cwd && { cwd }),
      enabled: true,
    })),
    honoursCwd: true,
    next: 'Start opencode again.',
  },
  {
    ...COMMON,
    id: 'zed',
    name: 'Zed',
    container: 'context_servers',
    reads: JSONC,
    project: ['.zed/settings.json'],
    user: place => [
      place.platform === 'win32'
        ? under(place, appData(place), 'Zed', 'settings.json')
        : under(
            place,
            place.platform === 'linux' ? xdg(place) : inHome(place, '.config'),
            'zed',
            'settings.json',
          ),
    ],
    spell: everywhere(({ command, args }) => ({ command, args, env: {} })),
    next: "Look for the server in the Agent panel's settings.",
  },
  {
    ...COMMON,
    id: 'windsurf',
    name: 'Windsurf',
    user: place => [inHome(place, '.codeium', 'windsurf', 'mcp_config.json')],
    startsIn: 'home',
    next: "Refresh the servers in Windsurf's MCP settings.",
  },
];

/** The form of a file that belongs to no host we know. */
export const OTHER_HOST: Host = {
  ...COMMON,
  id: 'other',
  name: 'other host',
  user: () => [],
  startsIn: 'home',
  next: 'Restart the program that reads this file.',
};
