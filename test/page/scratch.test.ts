import { test } from 'vitest';
import { answerPage } from '../../src/page/answer-page.ts';
import { openWorkspace } from '../support/ask.ts';
import { buildRepository } from '../support/repository.ts';
test('x', async () => {
  const repo = await buildRepository('mqtt-client');
  const w = await openWorkspace(repo);
  for (const q of [{about:'repository'},{about:'graph'},{about:'graph',path:'src/mqtt/client.ts',anchor:'connect'},{about:'file',path:'src/mqtt/client.ts'}] as const) {
    const a = await w.ask({}, s => answerPage(s, q));
    console.log(JSON.stringify(a, null, 1).slice(0, 6000));
  }
});
