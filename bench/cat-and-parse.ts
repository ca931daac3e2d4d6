import { execFileSync, spawn } from 'node:child_process';
import type { NotesRepository } from './notes-repository.ts';

const REF = 'refs/notes/ultragit';

/** What nobody can do without: git hands out the same blobs, and each is parsed. */
export async function catAndParse({ path, env }: NotesRepository): Promise<void> {
  const listing = execFileSync('git', ['ls-tree', '-r', REF], {
    cwd: path,
    env,
    maxBuffer: 1 << 28,
  }).toString();
  const ids = Array.from(listing.matchAll(/ blob ([0-9a-f]+)\t/g), match => match[1]);
  const cache = 'core.deltaBaseCacheLimit=1g';
  const git = spawn('git', ['-c', cache, 'cat-file', '--batch', '--buffer'], { cwd: path, env });
  git.stdin.end(`${ids.join('\n')}\n`);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of git.stdout) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const size = Number(rest.toString('latin1', 0, end).split(' ')[2]);
      if (rest.length < end + size + 2) break;
      JSON.parse(rest.toString('utf8', end + 1, end + 1 + size));
      rest = rest.subarray(end + size + 2);
    }
  }
}
