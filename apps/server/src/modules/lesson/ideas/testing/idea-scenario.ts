import { type Form, ideaName, ideas } from '@classwright/contract';
import { expect } from 'vitest';
import type { TestApp } from '../../../../testing/index.ts';
import { runLesson, type RunningLesson } from '../../../../testing/running-lesson.ts';
import type { Scenario, TestClass, TestPerson, TestQuestion } from '../../../../testing/scenario.ts';

export type Choices = Partial<Record<Form, readonly (number | null)[]>>;
export const FORMS = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
const STEPS = { 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const;

/** Returns shorthands for lessons and ideas of a product under test. */
export function createIdeaScenario(app: TestApp, scenario: Scenario) {
  let made = 0;
  const responsesOf = async ({ versionId }: Pick<TestQuestion, 'versionId'>): Promise<number[]> =>
    (await app.db.selectFrom('question_responses').select('id').where('question_version_id', '=', versionId).orderBy('position').execute()).map(({ id }) => id);
  return {
    responsesOf,
    room: (students = 5, schoolId?: number): Promise<TestClass> => scenario.class({ students, ...(schoolId === undefined ? {} : { schoolId }) }),
    questionsOf: async (at: TestClass): Promise<[TestQuestion, TestQuestion]> => [
      await scenario.question(at.teacher, at.schoolId),
      await scenario.question(at.teacher, at.schoolId),
    ],
    /** Runs a lesson in a class: each student's choice in each form, by its place. The second response is right. */
    async hold(
      at: TestClass,
      questions: [TestQuestion, TestQuestion],
      choices: Choices,
      comment: (student: number, form: Form) => string = (student, form) => `Student ${student} in ${form}`,
    ): Promise<RunningLesson> {
      const assessment = await scenario.assessment({ owner: at.teacher, schoolId: at.schoolId, classId: at.courseId, questions });
      const lesson = await runLesson(app, { ...at, ...assessment });
      for (const student of at.students) await lesson.login(student);
      for (const form of FORMS) {
        for (const [index, choice] of (choices[form] ?? []).entries())
          if (choice !== null)
            expect((await lesson.answer(at.students[index] as TestPerson, form, choice, { comment: comment(index, form) })).error).toBeNull();
        expect((await lesson.step(STEPS[form])).error).toBeNull();
      }
      await app.server.jobs.runDue();
      return lesson;
    },
    /** Creates an idea and names wrong responses of questions with it, each by its place. */
    async nameIdea(person: TestPerson, named: [TestQuestion, number[]][]): Promise<number> {
      made += 1;
      const { body } = await person.call(ideas.endpoints.create, { body: { name: `Idea ${made}`, sentence: 'It is so.' } });
      const id = body.idea.id as number;
      const responses = [];
      for (const [question, places] of named) {
        const ids = await responsesOf(question);
        responses.push(...places.map((place) => ({ response_id: ids[place] as number, idea_id: id })));
      }
      expect((await person.call(ideaName, { body: { responses } })).error).toBeNull();
      return id;
    },
  };
}
