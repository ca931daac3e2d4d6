// `search` at each size, beside what nobody can do without: git hands out all notes, and each is parsed.
// Sizes may be given: npm run bench -- search 1000 10000
import { catAndParse } from './cat-and-parse.ts';
import { makeNotesRepository } from './notes-repository.ts';
import { CLI, env, leave, NODE, room } from './room.ts';
import { race, Table, timed } from './timing.ts';

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const table = new Table();

try {
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
    const made = await makeNotesRepository(room, size);
    const where = { cwd: made.path, env };
    const search = (...words: string[]) =>
      [NODE, CLI, 'search', ...words, '--json', '--max-results', '20'] as const;
    race(1, where, { first: search('nowhere') });
    const floor = await timed(1, () => catAndParse(made));
    const times = race(1, where, { rare: search('nowhere'), common: search('broker', 'silence') });
    table.add(`cat-file + JSON.parse, ${size} notes`, floor, floor, '');
    table.add(
      `search for a word that no note has, ${size} notes`,
      times.rare,
      floor,
      size >= 100_000 ? '1.5 x' : '',
    );
    table.add(
      `search for words that all notes have, ${size} notes`,
      times.common,
      floor,
      size >= 100_000 ? '5 x' : '',
    );
  }
  console.table(table.rows);
} finally {
  leave();
}
