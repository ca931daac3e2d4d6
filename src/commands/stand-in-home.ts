/** Imported first, for what it does: libraries ask for the home directory as soon as they load. */
import { homedir } from 'node:os';

/** A user that the system does not know, as in some containers, has none, and libraries fail on that. */
if (!process.env.HOME) {
  try {
    homedir();
  } catch {
    process.env.HOME = '/nonexistent';
  }
}
