/** `ultragit hook` as hosts start it. It never fails: some hosts take a failure for a veto. */
import { HOOK_DEADLINE } from '../deadlines.ts';
import { begin } from '../hook/begin.ts';
import { hookInput } from './hook-input.ts';
import { explain, print } from './hook-output.ts';
import { workingDirectory } from './io.ts';

/** The name of the program's bundle, which has its hash. */
declare const __BUILD__: string;

/** Decides silence at once, and loads more only where there may be something to say. */
export async function runHook(words: readonly string[]): Promise<void> {
  const started = Date.now();
  try {
    const surroundings = { words, env: process.env, cwd: workingDirectory(), now: started, build: __BUILD__ };
    const begun = begin(await hookInput(HOOK_DEADLINE), surroundings);
    if ('silent' in begun.verdict) {
      explain(begun, begun.verdict.silent);
      print(1, begun.host.silence);
    } else {
      const { speakBy } = await import('./hook-speak.ts');
      await speakBy(started + HOOK_DEADLINE, begun);
    }
  } catch {
    // Nothing to say.
  }
}
