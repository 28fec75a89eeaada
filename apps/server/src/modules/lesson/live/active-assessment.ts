import type { ActiveAssessment } from '@classwright/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/index.ts';
import { can } from '../../../platform/http/index.ts';
import type { LessonPerson } from './access.ts';
import { findRunningOfStaff, findRunningOfStudent } from './running-queries.ts';

export interface ActiveLesson {
  /** The running lesson, for staff who may run it. */
  activeAssessment: z.infer<typeof ActiveAssessment> | null;
  hasActiveAssessment: boolean;
}

/**
 * Finds the running lesson of somebody who signs in: the newest, if several. Staff get the lesson itself; students look
 * it up.
 */
export async function findActiveAssessment(db: Db, person: LessonPerson): Promise<ActiveLesson> {
  if (can(person, 'live-lessons', 'run')) {
    const row = await findRunningOfStaff(db, person);
    if (row)
      return { activeAssessment: { id: row.assessment_id, title: row.title, class_id: row.class_id, class_name: row.class_name }, hasActiveAssessment: true };
  }
  const isStudentOfOne = can(person, 'live-participation', 'view') && (await findRunningOfStudent(db, person.accountId)) !== null;
  return { activeAssessment: null, hasActiveAssessment: isStudentOfOne };
}
