import type { BankQuestion } from '../bank/types.ts';
import { chance } from './chance.ts';
import type { TaughtLesson, Words } from './types.ts';

/**
 * Moves the right choice to any position, so that no letter is a good guess. What was written about a choice moves with
 * it.
 */
export function mixLesson(lesson: TaughtLesson): TaughtLesson {
  const [first, transfer] = [mix(lesson.first), mix(lesson.transfer)];
  const retell = (said: string): string => {
    const [path = ''] = said.split(':', 1);
    return [...path].map((letter, form) => (form === 2 ? transfer : first).letterOf(letter)).join('') + said.slice(path.length);
  };
  const words = lesson.words.map((one): Words => (typeof one === 'string' ? retell(one) : [retell(one[0]), ...one.slice(1)]));
  return { ...lesson, first: first.question, transfer: transfer.question, words };
}

/** Swaps the right choice with another one, or leaves it where it is. */
function mix(question: BankQuestion): { question: BankQuestion; letterOf: (letter: string) => string } {
  const { title, choices } = question;
  const from = choices.findIndex(([, , points]) => points === 4);
  const to = Math.floor(chance(title, 'place') * choices.length);
  const mixed = choices.with(to, choices[from] as (typeof choices)[number]).with(from, choices[to] as (typeof choices)[number]);
  const [one, other] = [from, to].map((index) => String.fromCharCode(65 + index)) as [string, string];
  const letterOf = (letter: string): string => (letter === one ? other : letter === other ? one : letter);
  return { question: { ...question, choices: from === to ? choices : mixed }, letterOf };
}
