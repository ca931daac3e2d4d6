/** The worker thread of `mcp start`, in which queries run. What it loads comes from the program, with its compiled code. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerData } from './answer-queries.ts';

start();

async function start(): Promise<void> {
  if (!parentPort) return;
  const { answerQueries } = await import('./answer-queries.ts');
  answerQueries(parentPort, workerData as WorkerData, process);
}
