import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { listQuestions, walkQuestions } from './join/walk-questions.ts';

journey(
  '[B2373] on the smallest phone every question of the demo school’s lessons shows its last sentence and two choices on arrival',
  async (given) => {
    const questions = await listQuestions(given);
    const failed = await walkQuestions(given, questions);
    console.log(`${questions.length} questions, ${failed.length} without their last sentence and two choices in sight`);
    expect(failed).toEqual([]);
  },
  900_000,
);
