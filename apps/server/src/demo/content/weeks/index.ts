import type { BankShelf } from '../bank/types.ts';
import type { DemoLesson } from '../lessons/types.ts';
import { computing12 } from './computing12.ts';
import { geography8 } from './geography8.ts';
import { history8 } from './history8.ts';
import { holdLesson, type LastWrote } from './hold-lesson.ts';
import { mixLesson } from './mix-lesson.ts';
import { places } from './places.ts';
import { maths10 } from './maths10.ts';
import { maths5 } from './maths5.ts';
import { science10 } from './science10.ts';
import type { TaughtClass } from './types.ts';

const taught: readonly TaughtClass[] = [science10, maths10, maths5, history8, geography8, computing12].map((course) => ({
  ...course,
  lessons: course.lessons.map(mixLesson),
}));

/** Questions that only these lessons ask. */
export const shelvesOfWeeks: readonly BankShelf[] = [
  ...Map.groupBy(
    taught.flatMap(({ lessons }) => lessons),
    ({ place }) => place,
  ),
].map(([place, lessons]) => ({ ...places[place], questions: lessons.flatMap(({ first, transfer }) => [first, transfer]) }));

/** Lists all past lessons, including those written in full, oldest first. */
export function holdLessons(writtenOut: readonly DemoLesson[]): DemoLesson[] {
  const held = taught.flatMap((course) => {
    const lastWrote: LastWrote = new Map();
    const own = writtenOut.filter(({ classKey }) => classKey === course.classKey);
    const all = [...own.map((lesson) => ({ day: lesson.schoolDay, lesson })), ...course.lessons.map((plan) => ({ day: plan.day, plan }))];
    return all
      .toSorted((one, other) => one.day - other.day)
      .map((one, index) => {
        if ('plan' in one) return holdLesson(course, one.plan, { number: index + 1, lastWrote });
        for (const [student, ...said] of one.lesson.answers) if (said.some((words) => words.includes(' '))) lastWrote.set(student, index + 1);
        for (const { by, replies = [] } of one.lesson.remarks)
          for (const speaker of [by, ...replies.map(([who]) => who)]) if (speaker !== 'teacher') lastWrote.set(speaker, index + 1);
        return one.lesson;
      });
  });
  return held.toSorted((one, other) => one.schoolDay - other.schoolDay);
}
