/** Whatever the other tiers try with a part of its cases (test/support/runs.ts), with all of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts') && !name.startsWith('faults'))
  .filter(name => readFileSync(join(root, 'test', name), 'utf8').includes('/support/runs.ts'))
  .sort();

test('there are such files', () => {
  expect(files).toContain(join('annotation', 'flaws-any.thorough.test.ts'));
});

test.each(files)('%s', async name => {
  const config = name.endsWith('.thorough.test.ts') ? 'vitest.thorough.config.ts' : 'vitest.config.ts';
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST'));
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, join('test', name)], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), PROPERTY_CASES: 'all' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'close')).toEqual([0, null]);
});
