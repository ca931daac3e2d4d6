/** The hook tells what concerns an edit, once, and is silent otherwise. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { temporaryHome } from '../support/home.ts';
import { about, hook, told } from '../support/hook.ts';
import { buildRepository } from '../support/repository.ts';

test('an edit of annotated lines is told their constraints once a session', async () => {
  const repo = await buildRepository('mqtt-client');
  const home = temporaryHome();
  const edit = (file: string, old: string, session = 'a') =>
    about('Edit', { file_path: join(repo.path, file), old_string: old, new_string: 'x' }, session);
  const disconnect = edit('src/mqtt/client.ts', 'this.socket?.end(disconnectPacket())');
  const said = told(disconnect, { home });
  expect(said).toContain('DISCONNECT must be the last packet');
  expect(said).not.toContain('MqttClient::publish');
  expect(told(disconnect, { home })).toBeUndefined();
  expect(told({ ...disconnect, session_id: 'b' }, { home })).toBe(said);
  expect(told(edit('src/mqtt/packets.ts', 'return'), { home })).toBeUndefined();
  for (const nonsense of ['', '{', '[1]', '{"tool_name":7}']) {
    expect(hook(nonsense, { home })).toEqual({ status: 0, stdout: '', stderr: '' });
  }
  // Lines that moved on disk are the same lines.
  repo.write('src/mqtt/client.ts', `// first\n\n${repo.git('show', 'HEAD:src/mqtt/client.ts')}\n`);
  expect(told({ ...disconnect, session_id: 'c' }, { home })).toContain('DISCONNECT must be the last packet');
});

test('however much is recorded, a few hundred tokens are said, and the rest is counted', async () => {
  const repo = await buildRepository('unborn');
  const commit = repo.commit('Add', { 'a.ts': 'export function open() {\n  return 1;\n}\n' });
  const constraints = Array.from(
    { length: 80 },
    (_, at) => `Rule ${at}: the slot is given back before it is asked for`,
  );
  const region = { file: 'a.ts', ast_anchor: { name: 'open' }, constraints };
  repo.annotate(commit, { schema: 'ultragit/v1', regions: [region] });
  const said = told(about('Edit', { file_path: join(repo.path, 'a.ts'), old_string: 'return 1' })) ?? '';
  expect(said).toContain('Rule 0:');
  expect(estimateTokens(said)).toBeLessThanOrEqual(600);
  expect(said).toMatch(/\d+ more records, \d+ of them constraints: ask ultragit_read/);
});
