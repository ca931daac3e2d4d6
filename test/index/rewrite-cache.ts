// A process that rewrites the cache of a notes ref, again and again, from packed notes that it is given: the
// tests run several at once, and kill them.
import { readFileSync, writeSync } from 'node:fs';
import { IndexCache } from '../../src/index/index-cache.ts';
import { LayeredIndex } from '../../src/index/layered-index.ts';
import { PackedNotes } from '../../src/index/packed-notes.ts';

const [path = '', times, ...packed] = process.argv.slice(2);
const cache = IndexCache.of(
  { gitDir: path, commonDir: path, objectFormat: 'sha1' },
  'refs/notes/ultragit',
  process.env,
);
const indexes = packed.map(file => new LayeredIndex(opened(file)));
for (let round = 0; round < Number(times); round++) {
  const index = indexes[round % indexes.length];
  if (index) cache?.save(index, undefined);
  writeSync(1, '.');
}

function opened(file: string): PackedNotes {
  const bytes = readFileSync(file);
  const packedNotes = PackedNotes.open(Buffer.from(new Uint8Array(bytes).buffer));
  if (!packedNotes) throw new Error('not packed notes');
  return packedNotes;
}
