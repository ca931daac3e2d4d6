// The real hosts that npm has: how each lists its servers, is told that a folder is trusted, and is made to edit a file.
import { readFileSync } from 'node:fs';

/** The file that the hosts edit, before and after. */
export const FILE = 'a.js';
export const BEFORE = 'export function a() {}';
export const AFTER = 'export function a() { return 1; }';

const CONNECTED = /ultragit\b.*(?:✔|✓|\bconnected)/i;
const ASKED = 'Let a return 1.';

const PATCH = `*** Begin Patch
*** Update File: ${FILE}
@@
-${BEFORE}
+${AFTER}
*** End Patch
`;

/**
 * `list` shows the servers, `project` and `user` are what it must say then. `approve`: what a user answers once when
 * the host asks whether this folder may start servers, in the host's own file below the home directory. `edit`: the
 * command and environment that make it work without a person, with its model at `url`, and the tool calls of that model.
 * `tool`: what it calls our `ultragit_read`, and the flags that let it run without a question.
 * `plugin`: the commands that take the plugin of this package, and the one that removes it. `documented`: for a host
 * that npm does not have, the commands that install registered and the event that it sends them.
 */
export const HOSTS = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code',
    list: ['claude', 'mcp', 'list'],
    project: CONNECTED,
    user: CONNECTED,
    approve: () => ({
      '.claude/settings.local.json': JSON.stringify({ enabledMcpjsonServers: ['ultragit'] }),
    }),
    approveIn: 'repository',
    plugin: {
      install: root => [
        ['claude', 'plugin', 'validate', '--strict', root],
        ['claude', 'plugin', 'validate', '--strict', `${root}/plugin`],
        ['claude', 'plugin', 'marketplace', 'add', root],
        ['claude', 'plugin', 'install', 'ultragit@ultragit'],
      ],
      remove: ['claude', 'plugin', 'uninstall', 'ultragit@ultragit'],
    },
    tool: { name: 'mcp__ultragit__ultragit_read', flags: ['--allowedTools', 'mcp__ultragit__ultragit_read'] },
    edit: {
      command: () => ['claude', '-p', ASKED, '--permission-mode', 'acceptEdits'],
      env: url => ({
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      }),
      calls: repo => [
        { name: 'Read', input: { file_path: `${repo}/${FILE}` } },
        { name: 'Edit', input: { file_path: `${repo}/${FILE}`, old_string: BEFORE, new_string: AFTER } },
      ],
    },
  },
  {
    id: 'codex',
    package: '@openai/codex',
    list: ['codex', 'mcp', 'list'],
    project: /ultragit .*enabled/,
    user: /ultragit .*enabled/,
    approve: repo => ({
      '.codex/config.toml': `[projects.${JSON.stringify(repo)}]\ntrust_level = "trusted"\n`,
    }),
    plugin: {
      install: root => [
        ['codex', 'plugin', 'marketplace', 'add', root],
        ['codex', 'plugin', 'add', 'ultragit@ultragit'],
      ],
      remove: ['codex', 'plugin', 'remove', 'ultragit@ultragit'],
    },
    // It says "enabled" without a connection, and finds tools of servers only when it is asked for them.
    listsUnseen: true,
    tool: { name: 'ultragit_read', namespace: 'mcp__ultragit' },
    edit: {
      // A person looks through new hooks once, in the terminal; here nobody can.
      command: url => [
        'codex',
        'exec',
        ...['-c', 'model="gpt-5.5"', '-c', 'model_provider="local"'],
        '-c',
        `model_providers.local={name="local",base_url="${url}/v1",wire_api="responses"}`,
        ...['--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox', ASKED],
      ],
      env: () => ({}),
      calls: () => [{ name: 'apply_patch', input: PATCH }],
    },
  },
  {
    id: 'gemini',
    package: '@google/gemini-cli',
    list: ['gemini', 'mcp', 'list'],
    project: CONNECTED,
    user: CONNECTED,
    asksAlways: true,
    // It takes an address for its model only with this, and trusts system-wide settings in few places.
    home: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
    approve: (repo, root) => ({
      '.gemini/trustedFolders.json': JSON.stringify({ [repo]: 'TRUST_FOLDER', [root]: 'TRUST_FOLDER' }),
    }),
    plugin: {
      install: root => [
        ['gemini', 'extensions', 'validate', `${root}/plugin/gemini`],
        ['gemini', 'extensions', 'install', `${root}/plugin/gemini`, '--consent'],
      ],
      remove: ['gemini', 'extensions', 'uninstall', 'ultragit'],
    },
    tool: { name: 'mcp_ultragit_ultragit_read' },
    edit: {
      command: () => ['gemini', '--model', 'gemini-2.5-pro', '--approval-mode', 'yolo', '-p', ASKED],
      env: url => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }),
      calls: () => [
        { name: 'read_file', input: { file_path: FILE } },
        {
          name: 'replace',
          input: { file_path: FILE, instruction: ASKED, old_string: BEFORE, new_string: AFTER },
        },
      ],
    },
  },
  {
    id: 'copilot',
    package: '@github/copilot',
    list: ['copilot', 'mcp', 'list'],
    project: /Workspace servers:\s+ultragit/,
    user: /User servers:\s+ultragit/,
    approve: repo => ({ '.copilot/config.json': JSON.stringify({ trustedFolders: [repo] }) }),
    listsUnseen: true,
    tool: { name: 'ultragit-ultragit_read' },
    edit: {
      command: () => ['copilot', '--allow-all-tools', '-p', ASKED],
      env: url => ({
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: url,
        COPILOT_PROVIDER_TYPE: 'anthropic',
        COPILOT_MODEL: 'claude-sonnet-4',
      }),
      calls: repo => [
        { name: 'view', input: { path: `${repo}/${FILE}` } },
        { name: 'edit', input: { path: `${repo}/${FILE}`, old_str: BEFORE, new_str: AFTER } },
      ],
    },
  },
  {
    id: 'opencode',
    package: 'opencode-ai',
    list: ['opencode', 'mcp', 'list'],
    project: CONNECTED,
    user: CONNECTED,
  },
  {
    id: 'cursor',
    documented: repo => {
      const { hooks } = JSON.parse(readFileSync(`${repo}/.cursor/hooks.json`, 'utf8'));
      return hooks.postToolUse.map(({ command }) => ({
        command,
        event: {
          conversation_id: 'c',
          generation_id: 'g',
          hook_event_name: 'postToolUse',
          cursor_version: '2.4.0',
          workspace_roots: [repo],
          tool_name: 'StrReplace',
          tool_input: { path: `${repo}/${FILE}`, old_string: AFTER, new_string: BEFORE },
          tool_output: '{}',
          tool_use_id: 't',
          duration: 12,
        },
      }));
    },
  },
];
