import {
  attentionClasses,
  attentionDone,
  attentionList,
  attentionRestore,
  type AttentionClassView,
  type AttentionFactView,
  type AttentionStudentView,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import {
  type AttentionReason,
  type LessonFact,
  LESSONS_LOOKED_AT,
  listLessonFacts,
  listReasons,
  newestOf,
  RETURNED_LOOKED_AT,
  sortByAttention,
  type StudentFacts,
} from '@classwright/rules/results/attention';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { getClassName, requireActiveStaff, requireStaff } from '../../class/classes/index.ts';
import { listSettingsOfClasses } from '../../class/settings/index.ts';
import {
  dismissStudents,
  findStayed,
  type LessonHeldRow,
  listLessonsHeld,
  listNames,
  listOwnClasses,
  listStudentFacts,
  listWorkFacts,
  type NamedRow,
  restoreStudents,
  type StudentFactRow,
} from './attention-queries.ts';

/**
 * Implements the list of students who need attention, for the staff of a class only: students never learn that they are
 * on it.
 */
export function implementAttention({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    implement(attentionList, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.course_id);
      const [found] = await loadClasses(tx, [input.course_id], input.assessment_id ?? null);
      if (!found || (input.assessment_id !== undefined && found.lessons.length === 0)) throw appError('NOT_FOUND');
      const [newest] = found.lessons;
      return {
        data: found.students,
        facts: newest ? await loadFacts(tx, newest, found) : [],
        lesson: newest ? { assessment_id: newest.assessment_id, title: newest.title, ended_at: newest.ended_at.toISOString() } : null,
        lessons: found.lessons.length,
      };
    }),
    implement(attentionClasses, async ({ tx, actor }) => ({ data: await loadOwnClasses(tx, actor.accountId) })),
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

/** Loads the students who need attention in each class that somebody teaches now, without those who were dismissed. */
export async function loadOwnClasses(db: Db, accountId: number): Promise<AttentionClassView[]> {
  const classes = await listOwnClasses(db, accountId);
  if (classes.length === 0) return [];
  const names = new Map(classes.map(({ course_id, class_name }) => [course_id, class_name]));
  const loaded = await loadClasses(
    db,
    classes.map(({ course_id }) => course_id),
    null,
  );
  return loaded.map(({ courseId, lessons, students }) => ({
    course_id: courseId,
    class_name: names.get(courseId) as string,
    lessons: lessons.length,
    data: students.filter(({ done }) => done === null),
  }));
}

interface LoadedClass {
  courseId: number;
  /** Newest first. */
  lessons: readonly LessonHeldRow[];
  /** Everybody in the class, by name. */
  names: readonly NamedRow[];
  facts: readonly StudentFactRow[];
  students: AttentionStudentView[];
}

/**
 * Loads students with their reasons for each class, in the given order, with one statement of each kind for all of them.
 * With an assessment: as they were after its lesson, from lessons alone, since the work of that day is no longer known.
 */
async function loadClasses(db: Db, courseIds: readonly number[], assessmentId: number | null): Promise<LoadedClass[]> {
  const held = await listLessonsHeld(db, courseIds, assessmentId, LESSONS_LOOKED_AT);
  const settings = await listSettingsOfClasses(db, courseIds);
  const lows = courseIds.map((course_id) => ({ course_id, low: settings.get(course_id)!.attention.low }));
  const facts = await listStudentFacts(
    db,
    held.map(({ session_id }) => session_id),
  );
  const works = assessmentId === null ? await listWorkFacts(db, lows, RETURNED_LOOKED_AT) : [];
  const names = await listNames(db, courseIds);
  const endOf = new Map(held.map(({ session_id, ended_at }) => [session_id, ended_at.getTime()]));
  const byClass = <Row extends { course_id: number }>(rows: readonly Row[]) => Map.groupBy(rows, ({ course_id }) => course_id);
  const [heldBy, factsBy, worksBy, namesBy] = [byClass(held), byClass(facts), byClass(works), byClass(names)];
  return courseIds.map((courseId) => {
    const own = namesBy.get(courseId) ?? [];
    const lessonsOf = Map.groupBy(factsBy.get(courseId) ?? [], ({ account_id }) => account_id);
    const worksOf = Map.groupBy(worksBy.get(courseId) ?? [], ({ account_id }) => account_id);
    const known = own.map(({ account_id }): [number, StudentFacts] => [
      account_id,
      {
        lessons: (lessonsOf.get(account_id) ?? []).map((row) => toLessonFact(row, endOf.get(row.session_id) as number)),
        works: (worksOf.get(account_id) ?? []).map(({ kind, at, percent, is_of_many }) => ({ kind, at: at.getTime(), percent, isOfMany: is_of_many })),
      },
    ]);
    const reasons = listReasons(new Map(known), settings.get(courseId)!.attention);
    const students = own.map((name) => ({ name, reasons: reasons.get(name.account_id) ?? [] }));
    return {
      courseId,
      lessons: heldBy.get(courseId) ?? [],
      names: own,
      facts: factsBy.get(courseId) ?? [],
      students: sortByAttention(students).map(toStudentView),
    };
  });
}

/** Loads the facts of a lesson, each with its students by name. */
async function loadFacts(db: Db, lesson: LessonHeldRow, { names, facts }: LoadedClass): Promise<AttentionFactView[]> {
  const rows = new Map(facts.filter(({ session_id }) => session_id === lesson.session_id).map((row) => [row.account_id, row]));
  const students = names.flatMap((name): [NamedRow, LessonFact][] => {
    const row = rows.get(name.account_id);
    return row ? [[name, toLessonFact(row, lesson.ended_at.getTime())]] : [];
  });
  const found = listLessonFacts(students);
  const stayed = found.some(({ code }) => code === 'wrong-throughout') ? await findStayed(db, lesson.session_id) : null;
  return found.map(({ code, students: having }) => ({
    code,
    of: students.length,
    students: having.map(({ account_id, first_name, last_name }) => ({ account_id, first_name, last_name })),
    stayed: code === 'wrong-throughout' ? stayed : null,
  }));
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
