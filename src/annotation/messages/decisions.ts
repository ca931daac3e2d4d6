import type { Candidate } from '../dialects/dialect.ts';

export function readDecisions(_message: string): Candidate[] {
  return [];
}
