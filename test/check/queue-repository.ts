// A small project whose code is annotated in every way that a change can touch.
import { buildRepository, type Repository } from '../support/repository.ts';

export const QUEUE = `import { connect } from './broker';

/** Adds a job. */
export function push(job: Job, priority = 0): void {
  const entry = { job, priority };
  jobs.push(entry);
  persist(entry);
}

/** Takes all jobs that are due. */
export function drain(limit: number): Job[] {
  const due = jobs.filter(isDue);
  due.sort((a, b) => a.priority - b.priority);
  const taken = due.slice(0, limit);
  acknowledge(taken);
  return taken.map(entry => entry.job);
}

export function retry(job: Job): void {
  const wait = backoff(job.attempts);
  schedule(job, wait);
}

export function size(): number {
  return jobs.length;
}

export function peek(): Job | undefined {
  return jobs[0]?.job;
}
`;

export const WORKER = `import { drain, size } from './queue';

export function runOnce(): void {
  for (const job of drain(10)) {
    handle(job);
  }
}

export function report(): string {
  return 'waiting: ' + size();
}
`;

export const LIMITS = `def allowed(user, amount):
    if user.blocked:
        return False
    if amount > user.limit:
        audit(user, amount)
        return False
    return True
`;

export const COSTS = `import functools


# What a job costs.
@functools.cache
def cost(job):
    base = job.size * RATE
    return base


class Bill:
    def total(self, jobs):
        return sum(cost(job) for job in jobs)
`;

export const NAMES = `export function named(job: string): string;
export function named(job: Job): string;
export function named(job: string | Job): string {
  return typeof job === 'string' ? job : job.name;
}

export const nobody = named('nobody');
`;

export const SETTINGS = `# retries
retries: 3
backoff: 200

# storage
path: /var/lib/queue
`;

const NOTE = {
  schema: 'ultragit/v1',
  context_level: 'enhanced',
  summary: 'The queue',
  regions: [
    {
      file: 'src/queue.ts',
      ast_anchor: { unit_type: 'function', name: 'push' },
      lines: { start: 6, end: 7 },
      risk_notes: 'A crash between the two lines loses the job',
    },
    {
      file: 'src/queue.ts',
      ast_anchor: { unit_type: 'function', name: 'push' },
      lines: { start: 3, end: 8 },
      intent: 'Adds a job to the queue',
      constraints: [{ text: 'A job is persisted before push returns', source: 'author' }],
    },
    {
      file: 'src/queue.ts',
      ast_anchor: { unit_type: 'function', name: 'drain' },
      lines: { start: 11, end: 17 },
      intent: 'Takes what is due',
      constraints: [{ text: 'Jobs of one priority keep their order', source: 'author' }],
      rejected_alternatives: [{ approach: 'A heap', reason: 'it does not keep the order' }],
    },
    {
      file: 'src/queue.ts',
      ast_anchor: { unit_type: 'function', name: 'retry' },
      rejected_alternatives: [{ approach: 'Retry at once', reason: 'it hammers the broker' }],
    },
    {
      file: 'src/queue.ts',
      ast_anchor: { unit_type: 'function', name: 'peek' },
      risk_notes: 'Returns a job that another worker may take',
    },
    {
      file: 'src/worker.ts',
      ast_anchor: { unit_type: 'function', name: 'report' },
      intent: 'One line for the status page',
      semantic_dependencies: [{ file: 'src/queue.ts', anchor: 'size', nature: 'counts waiting jobs only' }],
    },
    {
      file: 'src/worker.ts',
      ast_anchor: { unit_type: 'function', name: 'runOnce' },
      semantic_dependencies: [{ file: 'src/queue.ts', anchor: 'drain', nature: 'gets jobs by priority' }],
    },
    {
      file: 'src/limits.py',
      ast_anchor: { unit_type: 'function', name: 'allowed' },
      lines: { start: 4, end: 6 },
      constraints: [{ text: 'A refusal for its amount is audited', source: 'author' }],
    },
    {
      file: 'src/limits.py',
      ast_anchor: { unit_type: 'function', name: 'allowed' },
      lines: { start: 7, end: 7 },
      risk_notes: 'Callers do not look at the type',
    },
    {
      file: 'src/costs.py',
      ast_anchor: { unit_type: 'function', name: 'cost' },
      lines: { start: 6, end: 8 },
      constraints: [{ text: 'The same job always costs the same', source: 'author' }],
    },
    {
      file: 'src/costs.py',
      ast_anchor: { unit_type: 'method', name: 'Bill::total' },
      constraints: [{ text: 'No job is billed twice', source: 'author' }],
    },
    {
      file: 'src/names.ts',
      ast_anchor: { unit_type: 'function', name: 'named' },
      constraints: [{ text: 'A name is never empty', source: 'author' }],
    },
    {
      file: 'settings.yaml',
      lines: { start: 2, end: 3 },
      constraints: [{ text: 'Retries times backoff stay below a second', source: 'author' }],
    },
    {
      file: 'settings.yaml',
      risk_notes: 'Read at start only: a change needs a restart',
    },
  ],
};

/** Three commits: the code, what is annotated, and one beside it. */
export async function queueRepository(): Promise<Repository> {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'README.md': '# Queue\n' });
  const code = repo.commit('Add the queue', {
    'src/queue.ts': QUEUE,
    'src/worker.ts': WORKER,
    'src/limits.py': LIMITS,
    'src/costs.py': COSTS,
    'src/names.ts': NAMES,
    'settings.yaml': SETTINGS,
  });
  repo.annotate(code, NOTE);
  repo.commit('Say more', { 'README.md': '# Queue\n\nA queue of jobs.\n' });
  return repo;
}

/** The file with one thing replaced, which must be in it. */
export function edited(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`There is no ${from} to replace`);
  return text.replace(from, to);
}
