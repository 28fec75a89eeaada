import { GRADE_ACT_LIMITS, gradeActHistory, type GradeActView, MOST_CHANGES } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { fullName } from '../accounts/index.ts';
import { requireStaff } from '../classes/index.ts';
import { type HistoryActRow, listActs, listChangesOf } from './history-queries.ts';
import { POINTS_ACT, type PointsNote } from './points.ts';

function toActView({ id, kind, at, account_id, first_name, last_name, note, cell_count, undoes, undone_by }: HistoryActRow): GradeActView {
  const isPoints = kind === POINTS_ACT;
  return {
    id,
    kind,
    at: at.toISOString(),
    by: account_id === null ? null : { account_id, name: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }) },
    note: isPoints ? '' : note,
    cell_count,
    undoes,
    undone_by,
    can_undo: !isPoints && undone_by === null,
    points: isPoints ? (JSON.parse(note) as PointsNote) : null,
  };
}

/** Who did what to the grades of a class when, from what to what. */
export function implementGradeActHistory(): Implementation {
  return implement(gradeActHistory, async ({ tx: db, actor, input }) => {
    const { class: courseId, account_id: accountId = null, course_work_id: workId = null, act_id: actId = null, before = null } = input;
    await requireStaff(db, actor, courseId);
    const scope = { courseId, accountId, workId };
    const rows = await listActs(db, { ...scope, actId, before }, GRADE_ACT_LIMITS.actsAtOnce + 1);
    const acts = rows.slice(0, GRADE_ACT_LIMITS.actsAtOnce);
    const showsChanges = accountId !== null || workId !== null || actId !== null;
    const found =
      showsChanges && acts.length > 0
        ? await listChangesOf(
            db,
            scope,
            acts.map(({ id }) => id),
            MOST_CHANGES,
          )
        : [];
    const valueOf = (points: number | null, excused: boolean) => (excused ? ('EX' as const) : points);
    return {
      acts: acts.map(toActView),
      next_before: rows.length > acts.length ? (acts.at(-1)?.id ?? null) : null,
      changes: showsChanges
        ? {
            act_id: found.map((change) => change.act_id),
            course_work_id: found.map((change) => change.course_work_id),
            account_id: found.map((change) => change.account_id),
            from: found.map((change) => valueOf(change.draft_before, change.excused_before)),
            to: found.map((change) => valueOf(change.draft, change.excused)),
            returned_from: found.map((change) => change.assigned_before),
            returned_to: found.map((change) => change.assigned),
          }
        : null,
    };
  });
}
