import { randomUUID } from 'node:crypto';
import type { extraTimeSave, liveAssessment } from '@classwright/contract';
import { signIn } from './client.ts';
import { studentEmail, type LessonOptions } from './options.ts';

/**
 * Gives the class's first students extra time as an authorized person. It counts from the next form that opens. Returns
 * a function that restores their earlier extra time.
 */
export async function giveExtraTime(options: LessonOptions): Promise<() => Promise<void>> {
  const { call } = await signIn(options, options.staff, 'simulated-staff');
  const query = { assessment_id: options.assessment };
  const { assessment } = await call<typeof liveAssessment>('GET', '/live/learning/assessment', { query });
  if (assessment.class_id === null) throw new Error('the assessment has no class');
  const students: { account_id: number; percent: number }[] = [];
  for (let number = 1; number <= options.extraTime; number += 1) {
    const { account } = await signIn(options, studentEmail(number), `simulated-${number}`);
    students.push({ account_id: account, percent: options.percent });
  }
  const course_id = assessment.class_id;
  const save = (rows: typeof students) =>
    call<typeof extraTimeSave>('PUT', '/extra-time', { body: { course_id, students: rows }, idempotencyKey: randomUUID() });
  const { before } = await save(students);
  return async () => void (before.length > 0 && (await save(before)));
}
