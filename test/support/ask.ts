// Asks the real query of a real repository, in this process, for all that it knows, and checks what every answer must be.
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { RegionAnswer } from '../../src/answers.ts';
import { type ReadAnswer, readAnswerSchema } from '../../src/query/read/answer.ts';
import { Workspace, type WorkspaceOptions } from '../../src/query/workspace.ts';
import { type ReadQuery, read } from './queries.ts';
import type { Repository } from './repository.ts';

type Place = Pick<Repository, 'path' | 'env'>;

export async function openWorkspace(
  repo: Place,
  options: Partial<WorkspaceOptions> = {},
): Promise<Workspace> {
  const env = { PATH: repo.env.PATH, HOME: repo.env.HOME };
  const defaults = { directory: repo.path, env, strictConfig: true, useCache: false };
  const workspace = await Workspace.open({ ...defaults, ...options });
  onTestFinished(() => workspace.close());
  return workspace;
}

type Question = Omit<Partial<ReadQuery>, 'paths'> & { noteref?: string };

export async function ask(
  repo: Place,
  path: string | string[],
  question: Question = {},
): Promise<ReadAnswer> {
  const { noteref, ...query } = question;
  const workspace = await openWorkspace(repo, { noteref });
  const paths = typeof path === 'string' ? [path] : path;
  const files = paths.length === 1 ? { path: paths[0] } : { paths };
  return sound(await read(workspace, { verbose: true, ...files, ...query }));
}

/** Valid JSON, exactly what the schema declares, and no character that could fool a reader. Gives what a reader gets. */
export function sound(answer: ReadAnswer): ReadAnswer {
  const wire: ReadAnswer = JSON.parse(JSON.stringify(answer));
  expect(z.parse(readAnswerSchema, wire)).toEqual(wire);
  expect(JSON.stringify(answer)).not.toMatch(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
  return wire;
}

export function names(answer: ReadAnswer): string[] {
  return answer.regions.map(region => region.anchor?.name ?? 'file').sort();
}

export function regionOf(answer: ReadAnswer, name: string): RegionAnswer {
  const found = answer.regions.filter(region => region.anchor?.name === name);
  expect(found, `regions of ${name} in ${names(answer)}`).toHaveLength(1);
  return found[0]!;
}

/** The words of what is in force. */
export function inForce({ constraints = [] }: Pick<RegionAnswer, 'constraints'>): string[] {
  return constraints.map(item => (typeof item === 'string' ? item : item.text));
}

export function codes(answer: ReadAnswer): string[] {
  return (answer.notices ?? []).map(notice => notice.code);
}

type RegionSource = Record<string, unknown> & { file: string };

/** A note in the shape that writers use, with one region or several. */
export function note(regions: RegionSource | RegionSource[], rest: Record<string, unknown> = {}): object {
  return {
    schema: 'ultragit/v1',
    timestamp: '2025-12-01T00:00:00Z',
    summary: 'A summary.',
    context_level: 'enhanced',
    regions: [regions].flat().map(region => ({ intent: 'An intent.', ...region })),
    provenance: { operation: 'initial' },
    ...rest,
  };
}

/** `count` lines that differ from each other and from those of any other label. */
export function lines(label: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${label} says ${label}${at} of ${at * 7}\n`).join('');
}
