import type { LessonAnswer } from './content/index.ts';

/** What stands before the first space is the choice. */
export function toAnswer(said: LessonAnswer | undefined): { letter: string; text: string } {
  const [letter = '-', ...words] = (said ?? '-').trim().split(' ');
  return { letter, text: words.join(' ') };
}
