import { extraTimeList, extraTimeSave, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getClassName, requireActiveStaff, requireStaff } from '../classes/index.ts';
import { listOfClass, lockOfClass, saveExtraTimes } from './queries.ts';

/**
 * Shows and sets extra time for the staff of a class. The students themselves see a later deadline, and no percent.
 */
export function implementExtraTime({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    implement(extraTimeList, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.course_id);
      return { data: await listOfClass(tx, input.course_id) };
    }),
    implement(extraTimeSave, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.course_id);
      const wanted = new Map(input.students.map(({ account_id, percent }) => [account_id, percent]));
      const known = await lockOfClass(tx, input.course_id, [...wanted.keys()]);
      if (known.length < wanted.size) throw fieldError('students', 'extraTime.notInClass');
      const before = known.filter(({ account_id, percent }) => wanted.get(account_id) !== percent);
      const after = before.map(({ account_id }) => ({ account_id, percent: wanted.get(account_id) as number }));
      await saveExtraTimes(tx, after);
      if (before.length > 0) {
        const name = await getClassName(tx, input.course_id);
        const entry = { action: extraTimeSave.name, subjectType: 'course', subjectId: input.course_id, requestId };
        await audit(tx, actor, { ...entry, before: { name, students: before }, after: { name, students: after } });
      }
      return { before, message: t('extraTime.saved', { count: before.length }) };
    }),
  ];
}
