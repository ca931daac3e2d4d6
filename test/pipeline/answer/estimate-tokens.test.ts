import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/pipeline/answer/estimate-tokens.ts';

test.each([
  'Keep at most four sessions; the secure element refuses a fifth handshake.',
  '缓存最多保存四个会话，超过后必须淘汰最旧的会话。',
  'セッションは最大四つまで保持し、それ以上は最も古いものを破棄する。',
  '세션 캐시는 최대 네 개까지 유지하며 그 이상은 제거해야 합니다.',
  'Кэш сеансов хранит не более четырёх записей.',
  'सत्र कैश में अधिकतम चार प्रविष्टियाँ होनी चाहिए।',
  'يجب ألا تحتوي ذاكرة الجلسات على أكثر من أربعة مدخلات',
  'Η κρυφή μνήμη συνεδριών κρατά το πολύ τέσσερις εγγραφές',
  'Höchstens vier Sitzungen; größere Verzögerungen müssen geprüft werden.',
  '🚀🔥✅🧪🧵🫠',
  'handleIncomingWebSocketConnectionUpgradeRequestWithRetryPolicy',
  'if (!(await this.#session?.resume({ticket: cfg["k"]})) && ~mask>>>2 !== 0) { return [a, b].join("/"); }',
  '6843cb0d7adf4e6567cbf1e62f24a74319396c59 3f2a9c1e-7b4d-4e8f-9a0b-1c2d3e4f5a6b',
  'line one\nline two\n\n\tindented \\d+ "quoted"',
])('%s: not fewer tokens than it costs', text => {
  const json = JSON.stringify({ reasoning: text });
  expect(estimateTokens(json)).toBeGreaterThanOrEqual(Math.max(o200k(json), cl100k(json)));
});

test('parts cost at least as much as the whole, so that parts can be counted one by one', () => {
  const part = JSON.stringify({ commit: 'a1b2c3d4', intent: 'Write what the scanner reads back.' });
  const whole = `[${part},${part}]`;
  expect(estimateTokens(`${part},`) * 2 + estimateTokens('[]')).toBeGreaterThanOrEqual(estimateTokens(whole));
});

test('an empty text costs nothing', () => {
  expect(estimateTokens('')).toBe(0);
});
