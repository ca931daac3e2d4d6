/**
 * Tags by which hosts and models mark their own text: who speaks, what a tool returned, what the system reminds of. In text
 * from a repository they would be obeyed, so they leave the program as other characters.
 */

/** By host or model. A name counts in any case, with anything in its tag, opening or closing. */
export const HOST_TAGS: Readonly<Record<string, readonly string[]>> = {
  'Claude Code': [
    ...[
      'system-reminder',
      'system',
      'antml:invoke',
      'function_calls',
      'function_results',
      'invoke',
      'parameter',
    ],
    ...['tool_use', 'tool_result', 'tool_use_error', 'user-prompt-submit-hook', 'task-notification'],
    ...['command-name', 'command-message', 'command-args', 'local-command-stdout', 'local-command-caveat'],
    ...['bash-input', 'bash-stdout', 'bash-stderr', 'new-diagnostics', 'ide_selection', 'ide_opened_file'],
  ],
  Codex: ['environment_context', 'user_instructions', 'turn_aborted', 'collaboration_mode'],
  'Gemini CLI': ['session_context', 'hook_context', 'global_context', 'extension_context', 'project_context'],
  Cursor: ['user_query', 'user_info', 'additional_data', 'attached_files'],
  'VS Code and Copilot': ['instructions', 'reminderInstructions', 'userRequest', 'editorContext'],
  'any model': ['user', 'assistant', 'human', 'developer', 'thinking', 'tool_call', 'tool_response'],
};

/** As templates of chats write them. */
export const CHAT_TOKENS = [
  '<|im_start|>',
  '<|im_end|>',
  '<|system|>',
  '<<SYS>>',
  '<</SYS>>',
  '[INST]',
  '[/INST]',
];

const names = Object.values(HOST_TAGS).flat();
const ANY = [...names, 'antml:[\\w-]+'].join('|');
const REST = `(?![\\w-]))([^<>]{0,200})>?`;
const SPACE = '\\s{0,9}';
const TAGS = [
  new RegExp(`<(?=${SPACE}\\\\{0,3}/${SPACE}(?:${ANY})${REST}`, 'gi'),
  new RegExp(`<(?=${SPACE}(?:${ANY})${REST}`, 'g'),
  // Behind a word it may be the type in a unit's name: `Pool<User>`.
  new RegExp(`(?<![\\w$])<(?=${SPACE}(?:${ANY})${REST}`, 'gi'),
  new RegExp(`<(?=${SPACE}(?:${names.filter(name => /[-_:]/.test(name)).join('|')})${REST}`, 'gi'),
];
const TOKEN = /<(\|[^<>|]{1,40}\|)>|<<(\/?SYS)>>|\[(\/?INST)\]/gi;

/** The same text with other brackets where a host could take them for its own. */
export function withoutHostMarkup(text: string): string {
  if (!/<|\[\/?INST\]/i.test(text)) return text;
  const token = (_all: string, bar?: string, sys?: string, inst?: string) => `‹${bar ?? sys ?? inst}›`;
  const tag = (all: string, inner: string) => `‹${inner}${all.endsWith('>') ? '›' : ''}`;
  return TAGS.reduce((left, pattern) => left.replace(pattern, tag), text.replace(TOKEN, token));
}
