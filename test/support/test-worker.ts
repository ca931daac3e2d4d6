/** A worker thread of the server with the test tools. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerHere } from '../../src/mcp/answer-here.ts';
import { serveCalls } from '../../src/mcp/worker/in-worker.ts';

const answering = answerHere(async () => {
  if (workerData === 'broken') throw new Error('tools are broken');
  return (await import('./test-tools.ts')).testTools;
});

serveCalls(parentPort!, { answering, close: async () => {}, process });
