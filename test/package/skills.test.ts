// What a skill tells an agent to run does what it says.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUERIES } from '../../src/query/registry.ts';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository } from '../support/repository.ts';

const skill = (name: string) => readFileSync(`plugin/gemini/skills/${name}/SKILL.md`, 'utf8');

test('the skill that reads names every tool, and none that there is not', () => {
  const named = new Set(skill('read-why').match(/ultragit_\w+/g));
  expect([...named].sort()).toEqual(QUERIES.map(({ name }) => `ultragit_${name}`).sort());
});

test('the note of the skill that annotates is written as shown, and read without a flaw', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Add a', { 'src/a.ts': 'export const a = 1;\n' });
  const text = skill('annotate-commit');
  const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
  const command = script.replace(/^ {3}/gm, '').replaceAll('<commit>', 'HEAD');
  expect(command).toMatch(/^git notes --ref=ultragit add -F - HEAD <<'EOF'\n/);
  execFileSync('sh', ['-c', command], { cwd: repo.path, env: repo.env });
  const answer = json<{ regions: { intent: string }[]; notices: unknown[]; flawed_notes: unknown[] }>(
    ultragit(repo, ['read', 'src/a.ts', '--json', '--verbose']),
  );
  expect(answer.regions.map(({ intent }) => intent)).toEqual(['What this code is for, in one sentence.']);
  expect([...answer.notices, ...answer.flawed_notes]).toEqual([]);
  // It is not overwritten by doing the same again.
  expect(() =>
    execFileSync('sh', ['-c', command], { cwd: repo.path, env: repo.env, stdio: 'pipe' }),
  ).toThrow();
});

test('every further field of the skill that annotates arrives', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Add a client', {
    'src/a.ts': 'export class Client {\n  connect() {}\n}\n',
    'src/b.ts': 'export function take() {}\n',
  });
  const [, region = '{}'] = /```json\n([\s\S]*?)```/.exec(skill('annotate-commit')) ?? [];
  const fields = JSON.parse(region);
  repo.annotate('HEAD', {
    schema: 'ultragit/v1',
    regions: [{ file: 'src/a.ts', intent: 'Connects.', ...fields }],
  });
  const answer = json<{ regions: Record<string, unknown>[]; flawed_notes: unknown[] }>(
    ultragit(repo, ['read', 'src/a.ts', 'connect', '--json', '--verbose']),
  );
  expect(answer.flawed_notes).toEqual([]);
  expect(answer.regions).toHaveLength(1);
  expect(answer.regions[0]).toMatchObject({
    anchor: { name: 'Client::connect' },
    current_lines: { start: 2, end: 2 },
    reasoning: fields.reasoning,
    risk_notes: fields.risk_notes,
    rejected_alternatives: [{ alternative: fields.rejected_alternatives[0].approach }],
  });
  expect(JSON.stringify(answer.regions[0])).toContain(fields.constraints[0]);
  expect(JSON.stringify(answer.regions[0])).toContain(fields.semantic_dependencies[0].nature);
});
