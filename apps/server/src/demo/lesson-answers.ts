import type { LessonAnswer } from './content/index.ts';

/** Splits an answer into the choice, before the first space, and the text after it. */
export function toAnswer(said: LessonAnswer | undefined): { letter: string; text: string } {
  const [letter = '-', ...words] = (said ?? '-').trim().split(' ');
  return { letter, text: words.join(' ') };
}
