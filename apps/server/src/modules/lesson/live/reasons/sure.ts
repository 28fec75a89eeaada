import { liveAskSure } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getSettingsOfClass } from '../../../class/settings/index.ts';
import { getStaffLesson } from '../access.ts';
import { auditTakeover } from '../audit.ts';
import type { SessionRow } from '../queries.ts';
import { hasChosenSure, saveSureChoice } from './queries.ts';

/**
 * Returns whether forms that open from now on ask how sure one is (LIVE-99); null when the school does not offer it.
 */
export async function findSureChoice(db: Db, assessmentId: number, courseId: number): Promise<boolean | null> {
  return (await getSettingsOfClass(db, courseId)).asks_sure ? hasChosenSure(db, assessmentId) : null;
}

/** Returns true when a form that opens now asks how sure one is. */
export async function isSureAsked(db: Db, { assessment_id, course_id }: Pick<SessionRow, 'assessment_id' | 'course_id'>): Promise<boolean> {
  return (await hasChosenSure(db, assessment_id)) && (await getSettingsOfClass(db, course_id)).asks_sure;
}

/** Chooses for a lesson whether its forms ask how sure one is. An open form stays as it was opened. */
export function implementLiveAskSure(): Implementation {
  return implement(liveAskSure, async ({ tx, input: { assessment_id, asks_sure }, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, assessment_id);
    if (lesson.courseId === null) throw appError('ASSESSMENT_WITHOUT_CLASS');
    if (asks_sure && (await findSureChoice(tx, lesson.assessmentId, lesson.courseId)) === null) throw appError('SURE_NOT_OFFERED');
    await saveSureChoice(tx, lesson.assessmentId, asks_sure);
    await auditTakeover(tx, actor, lesson, { action: liveAskSure.name, after: { asks_sure }, requestId });
    return { asks_sure };
  });
}
