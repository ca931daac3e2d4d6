import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apply, type Job } from '../../src/install/config/merge.ts';
import { temporaryDirectory } from '../support/repository.ts';

test('an edit that would change something else is refused, and nothing is written', async () => {
  const root = temporaryDirectory();
  const path = join(root, '.mcp.json');
  writeFileSync(path, '{"other":1}');
  const job: Job = {
    reads: undefined,
    place: { name: 'x', path, scope: 'project', root },
    change: () => '{"other":2,"ours":1}',
    others: text => JSON.parse(text).other,
    isDone: text => 'ours' in JSON.parse(text),
    emptyFile: '{}',
  };
  await expect(apply(job, false)).rejects.toThrow();
  expect(readFileSync(path, 'utf8')).toBe('{"other":1}');
});
