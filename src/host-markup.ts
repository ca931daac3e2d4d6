/**
 * Tags by which hosts and models mark their own text: who speaks, what a tool returned, what the system reminds of. In text
 * from a repository they would be obeyed, so they leave the program as other characters.
 */

/** By host or model. A name counts with anything in its tag, opening or closing; one of several words in any case. */
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
/** Others may be the type in a unit's name: `Pool<User>`. */
const isOfSeveralWords = (name: string) => /[-_:]/.test(name);
const tagOf = (some: readonly string[], flags: string) =>
  new RegExp(`<(?=\\s{0,9}/?\\s{0,9}(?:${some.join('|')})(?![\\w-]))([^<>]{0,200})>?`, flags);
const TAGS = [
  tagOf([...names.filter(isOfSeveralWords), 'antml:[\\w-]+'], 'gi'),
  tagOf(
    names.filter(name => !isOfSeveralWords(name)),
    'g',
  ),
];
const TOKEN = /<(\|[^<>|]{1,40}\|)>|<<(\/?SYS)>>|\[(\/?INST)\]/gi;

/** The same text with other brackets where a host could take them for its own. */
export function withoutHostMarkup(text: string): string {
  if (!/<|\[\/?INST\]/i.test(text)) return text;
  const token = (_all: string, bar?: string, sys?: string, inst?: string) => `‹${bar ?? sys ?? inst}›`;
  const tag = (all: string, inner: string) => `‹${inner}${all.endsWith('>') ? '›' : ''}`;
  return TAGS.reduce((left, pattern) => left.replace(pattern, tag), text.replace(TOKEN, token));
}
