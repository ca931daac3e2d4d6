/** A repository with as many annotated commits as a test needs, made in one go. */
import { buildRepository, type Repository } from './repository.ts';

export type Size = { notes: number; files: number; text?: string };

/** Note number n is about file n modulo `files`, hangs on the commit that changed it, and depends on `hub.ts`. */
export async function manyNotes({ notes, files, text = '' }: Size): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const out: string[] = [];
  const data = (content: string) => `data ${Buffer.byteLength(content)}\n${content}\n`;
  const who = (n: number) => `committer T <t@example.com> ${1_700_000_000 + n * 60} +0000\n`;
  out.push(`blob\nmark :${notes * 2 + 1}\n${data('export const hub = 1;\n')}`);
  for (let n = 0; n < notes; n++) {
    const file = `src/f${n % files}.ts`;
    const body = `export function f${n % files}() {\n  return ${n};\n}\n`;
    out.push(`commit refs/heads/main\nmark :${n + 1}\n${who(n)}${data(`Change ${n}`)}`);
    if (n === 0) out.push(`M 100644 :${notes * 2 + 1} hub.ts\n`);
    out.push(`M 100644 inline ${file}\n${data(body)}`);
  }
  out.push(`commit refs/notes/ultragit\n${who(notes)}${data('Notes')}`);
  for (let n = 0; n < notes; n++) {
    const file = `src/f${n % files}.ts`;
    const region = {
      file,
      ast_anchor: { unit_type: 'function', name: `f${n % files}` },
      lines: { start: 1, end: 3 },
      intent: `Change ${n}. ${text}`,
      semantic_dependencies: [{ file: 'hub.ts', nature: `assumption ${n}. ${text}` }],
    };
    const note = { $schema: 'ultragit/v1', context_level: 'enhanced', regions: [region] };
    out.push(`N inline :${n + 1}\n${data(JSON.stringify(note))}`);
  }
  repo.gitBytes(['fast-import', '--quiet'], out.join(''));
  repo.git('reset', '-q', '--hard');
  return repo;
}
