import { COMMAND_QUERIES } from '../query/registry.ts';
import { addQuery } from './query-command.ts';
import { type Begun, runProgram } from './run-program.ts';

/** Runs a query, and knows no other command: what a person or a hook waits for is a bundle without the others. */
export function main(begun: Begun): Promise<void> {
  return runProgram(begun, (program, io, exit) => {
    for (const query of COMMAND_QUERIES) {
      if (query.name === process.argv[2]) addQuery(program, query, io, exit);
    }
  });
}
