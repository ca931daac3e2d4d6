// What a skill tells an agent to run does what it says.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { QUERIES } from '../../src/query/registry.ts';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';
import { annotate } from '../write/support.ts';

const skill = (name: string) => readFileSync(`plugin/gemini/skills/${name}/SKILL.md`, 'utf8');

test('the skill that reads names every tool, and none that there is not', () => {
  const named = new Set(skill('read-why').match(/\bultragit_\w+/g));
  expect([...named].sort()).toEqual(QUERIES.map(({ name }) => `ultragit_${name}`).sort());
});

describe('the skill that annotates', () => {
  const text = skill('annotate-commit');

  async function client(): Promise<Repository> {
    const repo = await buildRepository('unborn');
    repo.commit('Add a client', {
      'src/a.ts': 'export class Client {\n  connect() {}\n}\n',
      'src/b.ts': 'export function take() {}\n',
    });
    return repo;
  }

  test('its command for code that was there writes what read shows', async () => {
    const repo = await client();
    const [, script = ''] = /```sh\nultragit (.*)\n```/.exec(text) ?? [];
    const words = [...script.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const [command, ...rest] = words;
    expect(command).toBe('annotate');
    expect(annotate(repo, rest)).toMatchObject({ status: 0 });
    const { regions } = json<{ regions: unknown[] }>(
      ultragit(repo, ['read', 'src/a.ts', 'connect', '--json']),
    );
    expect(regions).toMatchObject([{ intent: 'Opens one connection.', constraints: ['Stays idempotent.'] }]);
  });

  test('a draft with every field of it is written, and read without a flaw', async () => {
    const repo = await client();
    const fields = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '{}');
    const draft = JSON.parse(annotate(repo, ['--draft']).stdout);
    const [first] = draft.regions;
    const filled = { ...draft, regions: [{ ...first, ...fields }] };
    expect(annotate(repo, [], filled)).toMatchObject({ status: 0 });
    const answer = json<{ regions: Record<string, unknown>[]; flawed_notes: unknown[] }>(
      ultragit(repo, ['read', 'src/a.ts', '--json', '--verbose']),
    );
    expect(answer.flawed_notes).toEqual([]);
    expect(answer.regions).toHaveLength(1);
    expect(answer.regions[0]).toMatchObject({
      anchor: { name: first.ast_anchor.name },
      intent: fields.intent,
      reasoning: fields.reasoning,
      risk_notes: fields.risk_notes,
      rejected_alternatives: [{ alternative: fields.rejected_alternatives[0].approach }],
    });
    expect(JSON.stringify(answer.regions[0])).toContain(fields.constraints[0]);
    expect(JSON.stringify(answer.regions[0])).toContain(fields.semantic_dependencies[0].nature);
  });
});
