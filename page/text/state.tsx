import type { State } from '../../src/answers.ts';

const WORDS: Record<State, string> = {
  intact: 'intact',
  edited: 'edited',
  moved: 'moved',
  gone: 'gone',
  unknown: 'not known',
};

const MEANING: Record<State, string> = {
  intact: 'The code is as it was when this was written.',
  edited: 'The code was changed since this was written.',
  moved: 'The code lives in another place now.',
  gone: 'The code is not there any more.',
  unknown: 'Whether the code changed since is not known.',
};

/** Whether the code is as it was: a word, a colour and a shape, as the bar beside the code has it. */
export function StateLabel({ of: state, changed }: { of: State; changed?: string }) {
  return (
    <span class={`state ${state}`} title={MEANING[state]}>
      <i class={`swatch bar ${state}`} aria-hidden="true" />
      {WORDS[state]}
      {changed && ` ${changed}`}
    </span>
  );
}
