import { attentionRestore, attentionDone, attentionList, type AttentionStudentView, type MessageKey, type Translate } from '@classwright/contract';
import {
  type AttentionReason,
  sortByAttention,
  LESSONS_LOOKED_AT,
  type LessonFact,
  newestOf,
  listLessonReasons,
  listClassReasons,
  RETURNED_LOOKED_AT,
  sumSure,
  type WorkFact,
} from '@classwright/rules/results/attention';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { getClassName, requireActiveStaff, requireStaff } from '../../class/classes/index.ts';
import { getSettingsOfClass } from '../../class/settings/index.ts';
import {
  type LessonHeldRow,
  listLessonsHeld,
  listNames,
  listStudentFacts,
  listWorkFacts,
  type NamedRow,
  dismissStudents,
  type StudentFactRow,
  restoreStudents,
} from './attention-queries.ts';

/**
 * Implements the list of students who need attention, for the staff of a class only: students never learn that they are
 * on it.
 */
export function implementAttention({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    implement(attentionList, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.course_id);
      const assessmentId = input.assessment_id ?? null;
      const lessons = await listLessonsHeld(tx, input.course_id, assessmentId, LESSONS_LOOKED_AT);
      if (assessmentId !== null && lessons.length === 0) throw appError('NOT_FOUND');
      const reasons = await listReasons(tx, input.course_id, lessons, assessmentId !== null);
      const students = (await listNames(tx, input.course_id)).map((name) => ({ name, reasons: reasons.get(name.account_id) ?? [] }));
      const [newest] = lessons;
      return {
        data: sortByAttention(students).map(toStudentView),
        lesson: newest ? { assessment_id: newest.assessment_id, title: newest.title, ended_at: newest.ended_at.toISOString() } : null,
        lessons: lessons.length,
      };
    }),
    implement(attentionDone, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.course_id);
      const seenAt = input.seen_at === undefined ? null : new Date(input.seen_at);
      const done = await dismissStudents(tx, { courseId: input.course_id, accountIds: input.account_ids, note: input.note, by: actor.accountId, seenAt });
      const after = { name: await getClassName(tx, input.course_id), students: done, has_note: input.note !== '' };
      await audit(tx, actor, { action: attentionDone.name, subjectType: 'course', subjectId: input.course_id, after, requestId });
      return { put_away: done, message: t('attention.putAway', { count: done }) };
    }),
    implement(attentionRestore, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.course_id);
      const back = await restoreStudents(tx, input.course_id, input.account_ids);
      const after = { name: await getClassName(tx, input.course_id), students: back };
      await audit(tx, actor, { action: attentionRestore.name, subjectType: 'course', subjectId: input.course_id, after, requestId });
      return { taken_back: back, message: t('attention.takenBack', { count: back }) };
    }),
  ];
}

/** Lists the reasons by student: of one lesson, or over all lessons and the class's work. */
async function listReasons(db: Db, courseId: number, lessons: readonly LessonHeldRow[], isOfOne: boolean): Promise<Map<number, AttentionReason[]>> {
  const facts = groupByStudent(
    lessons,
    await listStudentFacts(
      db,
      courseId,
      lessons.map(({ session_id }) => session_id),
    ),
  );
  if (isOfOne) return new Map([...facts].map(([accountId, [fact]]) => [accountId, listLessonReasons(fact as LessonFact)]));
  const works = Map.groupBy(await listWorkFacts(db, courseId, RETURNED_LOOKED_AT), ({ account_id }) => account_id);
  const { attention: thresholds } = await getSettingsOfClass(db, courseId);
  const ofAll = sumSure([...facts.values()].flat());
  return new Map(
    [...new Set([...facts.keys(), ...works.keys()])].map((accountId) => {
      const own = facts.get(accountId) ?? [];
      const { sure, sureWrong } = sumSure(own);
      const others = { sure: ofAll.sure - sure, sureWrong: ofAll.sureWrong - sureWrong };
      return [accountId, listClassReasons(own, (works.get(accountId) ?? []).map(toWorkFact), thresholds, others)];
    }),
  );
}

/** Groups the lessons by student, oldest first. */
function groupByStudent(lessons: readonly LessonHeldRow[], rows: readonly StudentFactRow[]): Map<number, LessonFact[]> {
  const endOf = new Map(lessons.map(({ session_id, ended_at }) => [session_id, ended_at.getTime()]));
  const facts = rows
    .map((row) => ({ accountId: row.account_id, fact: toLessonFact(row, endOf.get(row.session_id) as number) }))
    .sort((left, right) => left.fact.at - right.fact.at);
  return new Map([...Map.groupBy(facts, ({ accountId }) => accountId)].map(([accountId, own]) => [accountId, own.map(({ fact }) => fact)]));
}

const toLessonFact = (row: StudentFactRow, at: number): LessonFact => ({
  at,
  isPresent: row.is_present,
  forms: row.forms,
  firstRight: row.first_right,
  secondRight: row.second_right,
  transferRight: row.transfer_right,
  filedEmpty: row.filed_empty,
  texts: row.texts,
  late: row.late,
  sure: row.sure,
  sureWrong: row.sure_wrong,
});

const toWorkFact = ({ kind, at, percent }: { kind: WorkFact['kind']; at: Date; percent: number | null }): WorkFact => ({ kind, at: at.getTime(), percent });

/** Builds the view of a student. A dismissed student reappears when there is a newer reason than those seen. */
function toStudentView({ name, reasons }: { name: NamedRow; reasons: readonly AttentionReason[] }): AttentionStudentView {
  const { account_id, first_name, last_name, done_at, seen_at, note } = name;
  const isDone = done_at !== null && seen_at !== null && newestOf(reasons) <= seen_at.getTime();
  return {
    account_id,
    first_name,
    last_name,
    reasons: reasons.map(({ code, numbers, at }) => ({ code, numbers, at: new Date(at).toISOString() })),
    done: isDone
      ? { by: fullName({ first_name: name.by_first_name ?? '', last_name: name.by_last_name ?? '' }), at: done_at.toISOString(), note: note ?? '' }
      : null,
  };
}
