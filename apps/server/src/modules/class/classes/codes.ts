import { MAX_CODE_GUESSES, courseCodeRenew, courseJoin } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation, refuse } from '../../../platform/http/index.ts';
import { requireActiveClass, requireStaff } from './access.ts';
import { countCodeAttempt, deleteCodeAttempts, insertMemberByCode, lockCourse } from './courses-write-queries.ts';
import { getCourse } from './courses-save.ts';
import type { ClassDependencies } from './dependencies.ts';
import { membersEnrolled } from './events.ts';
import { renewCode } from './service.ts';

/** Implements class codes: staff renew them, and students join with them. */
export function implementCodes({ t, room, views: { toCourseView } }: ClassDependencies): Implementation[] {
  return [
    implement(courseCodeRenew, async ({ tx, actor, input: { id }, requestId }) => {
      await requireStaff(tx, actor, id);
      if (!(await lockCourse(tx, id))) throw appError('NOT_FOUND');
      await requireActiveClass(tx, id);
      await renewCode(tx, id);
      await room.announceToStaff(tx, id, 'class.changed');
      const row = await getCourse(tx, actor, id);
      await audit(tx, actor, { action: courseCodeRenew.name, subjectType: 'course', subjectId: id, after: { name: row.name }, requestId });
      const course = toCourseView(row, actor);
      return { course, data: course, message: t('class.code.renewed') };
    }),
    implement(courseJoin, async ({ tx, actor, input: { code }, requestId }) => {
      const { accountId, schoolId } = actor;
      const { attempts, minutes_left: minutes } = await countCodeAttempt(tx, accountId, MAX_CODE_GUESSES.minutes);
      if (attempts > MAX_CODE_GUESSES.most) return refuse('CLASS_CODE_PAUSE', { minutes });
      const courseId = schoolId === null ? null : await insertMemberByCode(tx, { code, accountId, schoolId });
      // wrong attempts stay counted: the refusal commits
      if (courseId === null) return refuse('CLASS_CODE_REFUSED');
      await deleteCodeAttempts(tx, accountId);
      await membersEnrolled.announce(tx, { courseId, accountIds: [accountId], role: 'STUDENT' });
      await room.announce(tx, courseId, 'class.people.changed');
      const row = await getCourse(tx, actor, courseId);
      await audit(tx, actor, { action: courseJoin.name, subjectType: 'course', subjectId: courseId, after: { name: row.name }, requestId });
      const course = toCourseView(row, actor);
      return { course, data: course, message: t('class.joined', { name: row.name }) };
    }),
  ];
}
