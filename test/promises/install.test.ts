/** From a host's config without us to a server that the host starts, and back to the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandbox } from '../install/support.ts';

const OLD = '{\n\t// ours\n\t"context_servers": { "other": { "command": "x" } }\n}\n';

test('install, status, uninstall', () => {
  const box = sandbox();
  box.write('.zed/settings.json', OLD);
  const config = () => readFileSync(join(box.repo, '.zed/settings.json'), 'utf8');
  expect(box.run('install', '--host', 'zed')).toMatchObject({ code: 0 });
  const installed = config();
  expect(installed).toContain('// ours');
  expect(JSON.parse(installed.replace('// ours', ''))).toEqual({
    context_servers: {
      other: { command: 'x' },
      ultragit: { command: 'ultragit', args: ['mcp', 'start'], env: {} },
    },
  });
  expect(box.run('install', '--host', 'zed')).toMatchObject({ code: 0 });
  expect(config()).toBe(installed);
  const { code, stdout } = box.run('status', '--json', '--trust');
  const [entry] = JSON.parse(stdout).entries;
  expect(code).toBe(0);
  expect(entry).toMatchObject({ host: 'zed', state: 'ok', protocols: ['2026-07-28', '2025-11-25'] });
  expect(entry.tools).toHaveLength(4);
  expect(box.run('uninstall', '--host', 'zed')).toMatchObject({ code: 0, stderr: '' });
  expect(config()).toBe(OLD);
});
