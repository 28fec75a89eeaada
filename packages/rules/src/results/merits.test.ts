import { describe, expect, test } from 'vitest';
import { type FormMerit, type LessonMerit, listMeritEvents, PAYS_FOR_WRONG_FIRST } from './merits.ts';

const forms: readonly (FormMerit | null)[] = [
  null,
  ...[true, false, null].flatMap((isRight) => [true, false].map((hasReason): FormMerit => ({ isRight, hasReason }))),
];
/** Every possible lesson of a student: 7 outcomes of each of three forms. */
const everyLesson: readonly LessonMerit[] = forms.flatMap((first) => forms.flatMap((second) => forms.map((transfer) => ({ first, second, transfer }))));

describe('being wrong first', () => {
  test('[B1550] never earns an event that being right first does not earn with the same later answers, over every outcome', () => {
    const wrongFirst = everyLesson.filter(({ first }) => first?.isRight === false);
    expect(wrongFirst).toHaveLength(98);
    const paidForWrong = wrongFirst.flatMap((lesson) => {
      const twin = listMeritEvents({ ...lesson, first: { ...(lesson.first as FormMerit), isRight: true } });
      return listMeritEvents(lesson).filter((event) => !twin.includes(event));
    });
    expect([...new Set(paidForWrong)]).toEqual(PAYS_FOR_WRONG_FIRST);
  });

  test('an event is earned once', () => {
    for (const lesson of everyLesson) expect(new Set(listMeritEvents(lesson)).size).toBe(listMeritEvents(lesson).length);
  });
});
