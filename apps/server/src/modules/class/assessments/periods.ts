import { assessmentPeriods, type MessageKey, type Translate } from '@classwright/contract';
import type { Implementation } from '../../../platform/http/index.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { standingIn } from '../classes/index.ts';
import { isPeriodFree } from './queries.ts';

/**
 * Returns the list of periods. For a class and a day it holds only free ones, where the class has no other assessment.
 * `period_id` is always included. A class of another person does not filter.
 */
export function implementAssessmentPeriods({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return implementReferenceList(assessmentPeriods, {
    t,
    hooks: {
      async matching(db, actor, { class_id, schedule_date, period_id }) {
        if (typeof class_id !== 'number' || typeof schedule_date !== 'string') return null;
        if ((await standingIn(db, actor, class_id)) !== 'staff') return null;
        return isPeriodFree({ classId: class_id, scheduleDate: schedule_date, periodId: typeof period_id === 'number' ? period_id : null });
      },
    },
  });
}
