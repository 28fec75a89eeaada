import { GRADE_ACT_LIMITS, type GradeActPreview, gradeActPreview, MAX_CHANGES } from '@classwright/contract';
import { type ActCell, type ActOutcome, type ComputedAct, computeAct, type LeftReason } from '@classwright/rules/grading/acts';
import { isOverdue } from '@classwright/rules/grading/submissions';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { CELL_BATCH_SIZE, listLeft, listStudentsNow } from './grades-queries.ts';
import { countStaying, listToReturn, type ReturnScope } from './return-queries.ts';
import { type ChosenCells, listLessonPoints, listPreviewCells, type PreviewRow } from './preview-queries.ts';
import { listPostedWorks, takesGrade, type WorkRow } from './work-queries.ts';

/** Implements the preview of an act, which stores nothing. */
export function implementGradeActPreview(): Implementation {
  return implement(gradeActPreview, async ({ tx: db, actor, input }) => {
    const { courseId, act, course_work_ids: workIds, account_ids: accountIds = null } = input;
    await requireActiveStaff(db, actor, courseId);
    const works = await listPostedWorks(db, courseId, workIds);
    if (works.size < workIds.length) throw appError('WORK_NOT_FOUND');
    if (act.kind === 'return') return previewReturn(db, { courseId, works, accountIds });
    const students = await listStudentsNow(db, courseId);
    const missing = (accountIds ?? []).filter((id) => !students.has(id)).map((accountId) => ({ accountId, submissionId: null }));
    if (missing.length > 0) throw appError((await listLeft(db, courseId, missing)).size === missing.length ? 'STUDENT_LEFT' : 'STUDENT_NOT_FOUND');
    return computePreview(db, act, { courseId, workIds, accountIds }, { works, students });
  });
}

async function previewReturn(db: Db, scope: ReturnScope): Promise<GradeActPreview> {
  const rows = await listToReturn(db, scope, MAX_CHANGES + 1);
  if (rows.length > MAX_CHANGES) throw fieldError('course_work_ids', 'gradeActs.most', { most: MAX_CHANGES });
  return {
    changes: {
      course_work_id: rows.map(({ course_work_id }) => course_work_id),
      account_id: rows.map(({ account_id }) => account_id),
      from: rows.map(({ assigned_grade }) => assigned_grade),
      to: rows.map(({ draft_grade }) => draft_grade),
    },
    count: rows.length,
    left: (await countStaying(db, scope)).map(({ reason, count }) => ({ reason, count, cells: [] })),
  };
}

interface Known {
  works: ReadonlyMap<number, WorkRow>;
  students: ReadonlySet<number>;
}

async function computePreview(db: Db, act: ComputedAct, chosen: ChosenCells, { works, students }: Known): Promise<GradeActPreview> {
  const lessons = act.kind === 'lesson' ? await loadLessons(db, chosen) : new Map<string, ActCell['lesson']>();
  const now = await appNow(db);
  const changes: GradeActPreview['changes'] = { course_work_id: [], account_id: [], from: [], to: [] };
  const left = new Map<LeftReason, GradeActPreview['left'][number]>();
  const turn = createTurns();
  let looked = 0;
  for await (const rows of readCells(db, chosen, students.size)) {
    looked += rows.length;
    if (looked > GRADE_ACT_LIMITS.mostLooked) throw fieldError('course_work_ids', 'gradeActs.most', { most: GRADE_ACT_LIMITS.mostLooked });
    const ofStudents = rows.filter(({ account_id }) => students.has(account_id));
    for (const [workId, cells] of Map.groupBy(ofStudents, ({ course_work_id }) => course_work_id)) {
      const work = works.get(workId) as WorkRow;
      const toCell = (row: PreviewRow): ActCell => ({
        grade: row.draft_grade,
        excused: row.excused,
        state: row.state,
        isOverdue: isOverdue(
          { ...{ dueAt: work.due_at, postedAt: work.posted_at, assignedAt: row.assigned_at }, state: row.state, isExcused: row.excused },
          now,
        ),
        lateMs: row.late && row.turned_in_at && work.due_at ? Math.max(0, row.turned_in_at.getTime() - work.due_at.getTime()) : 0,
        lesson: lessons.get(keyOf(row)) ?? {},
      });
      const outcomes = computeAct(act, takesGrade(work) ? work.max_points : null, cells.map(toCell));
      for (const [index, row] of cells.entries()) note(row, outcomes[index] as ActOutcome, changes, left);
      await turn();
    }
  }
  const count = changes.to.length;
  if (count > MAX_CHANGES) throw fieldError('course_work_ids', 'gradeActs.most', { most: MAX_CHANGES });
  return { changes, count, left: [...left.values()] };
}

/** Yields the cells of a few works at a time, since the database's rows are processed in one stretch. */
async function* readCells(db: Db, chosen: ChosenCells, studentCount: number): AsyncGenerator<PreviewRow[]> {
  const workIds = chosen.workIds.toSorted((a, b) => a - b);
  const worksAtOnce = Math.max(1, Math.floor(CELL_BATCH_SIZE / Math.max(1, chosen.accountIds?.length ?? studentCount)));
  for (let from = 0; from < workIds.length; from += worksAtOnce)
    yield await listPreviewCells(db, { ...chosen, workIds: workIds.slice(from, from + worksAtOnce) });
}

function note(row: PreviewRow, outcome: ActOutcome, changes: GradeActPreview['changes'], left: Map<LeftReason, GradeActPreview['left'][number]>): void {
  const { course_work_id, account_id } = row;
  if ('to' in outcome) {
    changes.course_work_id.push(course_work_id);
    changes.account_id.push(account_id);
    changes.from.push(row.excused ? 'EX' : row.draft_grade);
    changes.to.push(outcome.to);
    return;
  }
  const { left: reason } = outcome;
  const those = left.get(reason) ?? { reason, count: 0, cells: [] };
  those.count += 1;
  if (those.cells.length < GRADE_ACT_LIMITS.mostShown) those.cells.push({ course_work_id, account_id });
  left.set(reason, those);
}

const keyOf = ({ course_work_id, account_id }: { course_work_id: number; account_id: number }): string => `${course_work_id} ${account_id}`;

async function loadLessons(db: Db, chosen: ChosenCells): Promise<Map<string, ActCell['lesson']>> {
  const lessons = new Map<string, ActCell['lesson']>();
  for (const row of await listLessonPoints(db, chosen))
    lessons.set(keyOf(row), { ...lessons.get(keyOf(row)), [row.form]: { earned: row.earned, most: row.most } });
  return lessons;
}
