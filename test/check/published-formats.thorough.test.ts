// What `check` prints, judged by the schemas of others and by a validator that is not ours.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { installPackage, toolCache } from '../../scripts/install-package.mjs';
import { ultragit } from '../support/cli.ts';
import { openClone, type Repository } from '../support/repository.ts';
import { edited, LIMITS, QUEUE, queueRepository, SETTINGS } from './queue-repository.ts';

type Validate = ((value: unknown) => boolean) & { errors?: unknown };
type Ajv = new (options: object) => { compile(schema: object): Validate };

const found = findTools();

/** Not dependencies: the one is needed here only, and the other has the schemas of everybody. */
function findTools(): { ajv: string; schemas: string; missing?: string } {
  const installed = (name: string, version: string) =>
    installPackage(name, version, join(toolCache(), `${name}-${version}`));
  try {
    return { ajv: installed('ajv', '8.20.0'), schemas: installed('schemastore', '0.2.2') };
  } catch (error) {
    if (process.env.CI) throw error;
    const missing = (error as Error).message;
    process.stderr.write(`The tests with published schemas skip: ${missing}\n`);
    return { ajv: '', schemas: '', missing };
  }
}

beforeEach(({ skip }) => skip(found.missing !== undefined, found.missing));

let repo: Repository;

beforeAll(async () => {
  repo = await queueRepository();
  repo.commit('Change\n\nUltragit-Ack: push — the log is durable now', {
    'src/queue.ts': edited(
      edited(QUEUE, 'persist(entry);', 'later(entry);'),
      'size(): number',
      'size(due: boolean): number',
    ),
    'src/limits.py': edited(LIMITS, '        audit(user, amount)\n', ''),
    'settings.yaml': edited(SETTINGS, 'backoff: 200', 'backoff: 900'),
  });
  repo.commit('Remove', { 'src/queue.ts': null });
  repo.commit('Beside', { 'README.md': '# Jobs\n' });
});

/** Changes with findings of all kinds, of what is gone, of nothing, and one that could not be seen as a whole. */
function outputs(format: string): [what: string, output: unknown][] {
  const run = (where: Repository, range: string) =>
    JSON.parse(ultragit(where, ['check', range, '--format', format]).stdout);
  return [
    ['edited', run(repo, 'HEAD~2')],
    ['deleted', run(repo, 'HEAD~1')],
    ['nothing', run(repo, 'HEAD')],
    ['unseen', run(openClone(repo, { notes: false }), 'HEAD~1')],
  ];
}

function validator(module: string, schema: string): Validate {
  const require = createRequire(join(found.ajv, 'package.json'));
  const { default: Validator } = require(join(found.ajv, module)) as { default: Ajv };
  // A pattern of the schema is none in Unicode mode; formats need another package.
  const ajv = new Validator({ strict: false, unicodeRegExp: false, validateFormats: false });
  return ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
}

test('SARIF fits its schema', () => {
  const validate = validator('dist/ajv.js', join(found.schemas, 'schemas/json/sarif-2.1.0.json'));
  for (const [what, output] of outputs('sarif'))
    expect([validate(output), validate.errors], what).toEqual([true, null]);
  expect(validate({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
});

test('JSON fits the schema that is shipped', () => {
  const validate = validator('dist/2020.js', 'schema/check-v1.json');
  for (const [what, output] of outputs('json'))
    expect([validate(output), validate.errors], what).toEqual([true, null]);
  expect(validate({ $schema: 'ultragit-check/v1', findings: [] })).toBe(false);
});
