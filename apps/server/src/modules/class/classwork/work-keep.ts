import {
  courseWorkDelete,
  courseWorkDeleteMany,
  courseWorkMoveMany,
  courseWorkRestoreMany,
  type ManyDone,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import { audit, auditEach } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { getEditableWork } from './access.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import { type CourseWorkRow, listGradeCounts, lockTopicsOf, lockWorksOf, setTopics } from './queries.ts';
import { announceChange, archiveWork, archiveWorks, restoreWorks } from './service.ts';
import { recordOf } from './work-save.ts';

/** Removes one or several works from a class, restores them, and sorts them by topic. */
export function implementWorkKeeping({ t, notifier, room }: ClassworkDependencies): Implementation[] {
  const telling = { notifier, room };
  return [
    implement(courseWorkDelete, async ({ tx, actor, input, requestId }) => {
      const work = await getEditableWork(tx, actor, { courseId: input.id, workId: input.workId });
      if (work.assessment_id !== null) throw appError('WORK_OF_ASSESSMENT', { title: work.title });
      const graded = (await listGradeCounts(tx, [work.id])).get(work.id)?.count ?? 0;
      if (graded > 0 && !input.confirm) throw appError('WORK_GRADED', { title: work.title, students: graded });
      await archiveWork(tx, work, telling);
      await audit(tx, actor, { action: courseWorkDelete.name, subjectType: 'courseWork', subjectId: work.id, before: recordOf(work), requestId });
      return { message: t('classwork.deleted'), id: work.id };
    }),
    implement(courseWorkDeleteMany, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.id);
      const works = (await lockWorksOf(tx, input.id, input.ids)).filter(({ archived_at }) => archived_at === null);
      const grades = await listGradeCounts(tx, input.ids);
      const sorted = sortOut(t, input.ids, works, (work) => {
        if (work.assessment_id !== null) return t('classwork.many.ofAssessment');
        return grades.has(work.id) && !input.confirm ? t('classwork.many.graded') : null;
      });
      await archiveWorks(tx, sorted.free, telling);
      await auditEach(tx, actor, { action: courseWorkDeleteMany.name, subjectType: 'courseWork', requestId }, told(sorted.free, 'before'));
      return { message: t('classwork.many.deleted', { count: sorted.free.length }), ids: idsOf(sorted.free), refused: sorted.refused };
    }),
    implement(courseWorkRestoreMany, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.id);
      const works = (await lockWorksOf(tx, input.id, input.ids)).filter(({ archived_at }) => archived_at !== null);
      const sorted = sortOut(t, input.ids, works, (work) => (work.assessment_id === null ? null : t('classwork.many.ofAssessment')));
      await restoreWorks(tx, sorted.free, telling);
      await auditEach(tx, actor, { action: courseWorkRestoreMany.name, subjectType: 'courseWork', requestId }, told(sorted.free, 'after'));
      return { message: t('classwork.many.restored', { count: sorted.free.length }), ids: idsOf(sorted.free), refused: sorted.refused };
    }),
    implement(courseWorkMoveMany, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.id);
      const wanted = new Map(input.works.map(({ id, topicId }) => [id, topicId]));
      const topicIds = [...new Set([...wanted.values()].filter((topicId) => topicId !== null))];
      if ((await lockTopicsOf(tx, input.id, topicIds)).length < topicIds.length) throw fieldError('works', 'classwork.topicNotOfClass');
      const works = (await lockWorksOf(tx, input.id, [...wanted.keys()])).filter(({ archived_at }) => archived_at === null);
      if (works.length < wanted.size) throw appError('NOT_FOUND');
      await setTopics(
        tx,
        works.map(({ id }) => ({ id, topicId: wanted.get(id) ?? null })),
      );
      await announceChange(tx, works, telling);
      await auditEach(tx, actor, { action: courseWorkMoveMany.name, subjectType: 'courseWork', requestId }, told(works, 'after'));
      return { message: t('classwork.many.moved', { count: works.length }), former: works.map(({ id, topic_id }) => ({ id, topicId: topic_id })) };
    }),
  ];
}

const idsOf = (works: readonly CourseWorkRow[]): number[] => works.map(({ id }) => id);
const told = (works: readonly CourseWorkRow[], when: 'before' | 'after') => works.map(({ id, title }) => ({ subjectId: id, [when]: { title } }));

/** Divides the works into those to change and those to refuse, with the reasons. */
function sortOut(
  t: Translate<MessageKey>,
  ids: readonly number[],
  works: readonly CourseWorkRow[],
  faultOf: (work: CourseWorkRow) => string | null,
): { free: CourseWorkRow[]; refused: ManyDone['refused'] } {
  const byId = new Map(works.map((work) => [work.id, work]));
  const free: CourseWorkRow[] = [];
  const refused: ManyDone['refused'] = [];
  for (const id of new Set(ids)) {
    const work = byId.get(id);
    const fault = work ? faultOf(work) : t('classwork.many.gone');
    if (work && fault === null) free.push(work);
    else refused.push({ id, name: work?.title ?? String(id), message: fault ?? '' });
  }
  return { free, refused };
}
