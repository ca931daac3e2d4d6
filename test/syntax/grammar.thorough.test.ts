import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { outline } from '../../src/syntax/outline.ts';

type Memory = { buffer: ArrayBuffer };
type Memories = { Memory: new (pages: object) => Memory };

const { WebAssembly } = globalThis as unknown as { WebAssembly: Memories };
const RealMemory = WebAssembly.Memory;
const memories: Memory[] = [];
WebAssembly.Memory = class extends RealMemory {
  constructor(pages: object) {
    super(pages);
    memories.push(this);
  }
};
afterAll(() => {
  WebAssembly.Memory = RealMemory;
});

const root = new URL('../../test-repos/languages/', import.meta.url);
const samples = readdirSync(new URL('samples/', root)).map(name => ({
  name,
  source: readFileSync(new URL(`samples/${name}`, root)),
  expected: JSON.parse(readFileSync(new URL(`expect/${name}.json`, root), 'utf8')),
}));
const bytes = (text: string) => new TextEncoder().encode(text);

async function expectAllRight(): Promise<void> {
  for (const { name, source, expected } of samples)
    expect(await outline(name, source), name).toEqual(expected);
}

test('many files at once get each its own outline, from one module', async () => {
  const found = await Promise.all(samples.map(({ name, source }) => outline(name, source)));
  expect(found).toEqual(samples.map(({ expected }) => expected));
  expect(memories).toHaveLength(1);
});

test('what was parsed before makes no difference', async () => {
  for (const { name, source } of samples) {
    await outline(name, source.subarray(0, source.length * 0.6));
    await outline(name, bytes(`#"unfinished \`\${ <<<EOF """ r#" @ ${'{('.repeat(50)}`));
  }
  await expectAllRight();
  await expectAllRight();
});

test('a parse that takes too long is stopped, and the next one is right', async () => {
  for (const { name, source } of samples) {
    const long = Buffer.concat(Array.from({ length: 200 }, () => source));
    const found = await outline(name, long, { deadlineMs: 5 });
    expect(found, name).toMatchObject({ unsupported: 'timeout' });
  }
  await expectAllRight();
});

test('deep nesting is answered', async () => {
  for (const [open, close] of ['()', '[]', '{}'].map(pair => [...pair] as [string, string])) {
    const deep = `${open.repeat(20_000)}${close.repeat(20_000)}`;
    for (const { name } of samples) {
      const found = await outline(name, bytes(`${deep}\n`), { deadlineMs: 50 });
      expect('units' in found || found.unsupported === 'timeout', name).toBe(true);
    }
  }
  const nested = await outline('a.js', bytes('function a(){'.repeat(20_000)), { deadlineMs: 1000 });
  expect(JSON.stringify(nested).length).toBeLessThan(50_000_000);
  await expectAllRight();
});

test('memory does not grow over 10,000 parses', async () => {
  const parts = samples.map(({ name, source }) => ({ name, source: source.subarray(0, 300) }));
  const settle = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const { name, source } = parts[round % parts.length]!;
      await outline(name, source);
    }
    return memories.at(-1)!.buffer.byteLength;
  };
  const before = await settle(parts.length * 2);
  const count = memories.length;
  expect(await settle(10_000)).toBe(before);
  expect(memories).toHaveLength(count);
});

test('after an outsized file, its memory is given back', async () => {
  await outline('a.js', bytes('a=[0,1];'.repeat(250_000)), { deadlineMs: 60_000 });
  const large = memories.at(-1)!.buffer.byteLength;
  expect(large).toBeGreaterThan(128 * 1024 * 1024);
  await expectAllRight();
  expect(memories.at(-1)!.buffer.byteLength).toBeLessThan(128 * 1024 * 1024);
});

test('a module that died is replaced', async () => {
  const count = memories.length;
  new Uint8Array(memories.at(-1)!.buffer).fill(0xff);
  await expectAllRight();
  expect(memories.length).toBe(count + 1);
});
