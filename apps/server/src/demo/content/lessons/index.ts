import { readJson } from '../read.ts';
import type { BankQuestion, ClassKey } from '../types.ts';
import { holdLesson, type LastWrote } from './hold-lesson.ts';
import type { PlannedLesson, TaughtClass } from './plan-types.ts';
import type { DemoLesson } from './types.ts';

const CLASSES: readonly ClassKey[] = ['science10', 'maths10', 'maths5', 'history8', 'geography8', 'computing12'];

/** The lessons of a class as `plans/` writes them: the questions by their titles. */
type WrittenPlan = Omit<TaughtClass, 'classKey' | 'lessons'> & {
  lessons: (Omit<PlannedLesson, 'first' | 'transfer'> & Record<'first' | 'transfer', string>)[];
};

/** Lists past lessons, oldest first: those that are written in full, with every student's answers, and those that were planned. */
export function listLessons(bank: readonly BankQuestion[]): DemoLesson[] {
  const byTitle = new Map(bank.map((question) => [question.title, question]));
  const questionOf = (title: string): BankQuestion => {
    const question = byTitle.get(title);
    if (!question) throw new Error(`bank.csv has no ${title}`);
    return question;
  };
  return CLASSES.flatMap((classKey) => {
    const { lessons: plans, ...rest } = readJson<WrittenPlan>(`plans/${classKey}.json`);
    const course: TaughtClass = {
      ...rest,
      classKey,
      lessons: plans.map((plan) => ({ ...plan, first: questionOf(plan.first), transfer: questionOf(plan.transfer) })),
    };
    return holdLessons(course, readWrittenOut(classKey));
  }).toSorted((one, other) => one.schoolDay - other.schoolDay);
}

const readWrittenOut = (classKey: ClassKey): DemoLesson[] =>
  readJson<Omit<DemoLesson, 'classKey'>[]>(`lessons/${classKey}.json`).map((lesson) => ({ ...lesson, classKey }));

/** Holds the planned lessons of a class between those written in full, in the order of their days. */
function holdLessons(course: TaughtClass, writtenOut: readonly DemoLesson[]): DemoLesson[] {
  const lastWrote: LastWrote = new Map();
  const all = [...writtenOut.map((lesson) => ({ day: lesson.schoolDay, lesson })), ...course.lessons.map((plan) => ({ day: plan.day, plan }))];
  return all
    .toSorted((one, other) => one.day - other.day)
    .map((one, index) => {
      if ('plan' in one) return holdLesson(course, one.plan, { number: index + 1, lastWrote });
      for (const [student, ...said] of one.lesson.answers) if (said.some((words) => words.includes(' '))) lastWrote.set(student, index + 1);
      for (const { by, replies = [] } of one.lesson.remarks)
        for (const speaker of [by, ...replies.map(([who]) => who)]) if (speaker !== 'teacher') lastWrote.set(speaker, index + 1);
      return one.lesson;
    });
}
