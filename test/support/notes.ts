// The notes of a repository as bytes, as the readers of `src/annotation` get them.
import type { Repository } from './repository.ts';

/** The note that a ref attaches to the commit with this subject. */
export function noteOn(repo: Repository, ref: string, subject: string): Buffer {
  const id = repo.git('log', '-1', '--format=%H', `--grep=^${subject}$`, 'HEAD');
  return repo.gitBytes(['cat-file', 'blob', repo.git('notes', `--ref=${ref}`, 'list', id)]);
}

/** Every note of every ref. */
export function allNotes(repo: Repository): { ref: string; data: Buffer }[] {
  const refs = repo.git('for-each-ref', '--format=%(refname)', 'refs/notes').split('\n').filter(Boolean);
  return refs.flatMap(ref => {
    const blobs = repo.git('ls-tree', '-r', '--format=%(objectname)', ref).split('\n').filter(Boolean);
    return blobs.map(blob => ({ ref, data: repo.gitBytes(['cat-file', 'blob', blob]) }));
  });
}
