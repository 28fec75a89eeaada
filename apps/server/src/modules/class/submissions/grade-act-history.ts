import { GRADE_ACT_LIMITS, gradeActHistory, type GradeActView, MAX_CHANGES } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { requireStaff } from '../classes/index.ts';
import {
  type ChangeRow,
  type HistoryActRow,
  type HistoryScope,
  listActs,
  listChangesOf,
  listExtents,
  listFormerItems,
  listFormerStudents,
  listItemNames,
  listPeopleNames,
} from './history-queries.ts';
import { POINTS_ACT, type PointsNote } from './points.ts';

function toActView(
  { id, kind, at, account_id, first_name, last_name, note, cell_count, undoes, undone_by }: HistoryActRow,
  about: GradeActView['about'],
): GradeActView {
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
    about,
    can_undo: !isPoints && undone_by === null,
    points: isPoints ? (JSON.parse(note) as PointsNote) : null,
  };
}

/**
 * Loads the changes of as many of the newest acts as fit completely: an act is never shown in part. `last`: the oldest
 * of these acts; null if all fit.
 */
async function loadWholeActs(db: Db, scope: HistoryScope, actIds: readonly number[]): Promise<{ changes: ChangeRow[]; last: number | null }> {
  const found = await listChangesOf(db, scope, actIds, MAX_CHANGES + 1);
  const cut = found[MAX_CHANGES]?.act_id;
  if (cut === undefined) return { changes: found, last: null };
  // no act changes more than that, so at least the newest one is complete
  const changes = found.filter(({ act_id }) => act_id !== cut);
  return { changes, last: changes.at(-1)?.act_id ?? null };
}

/** Sorts the changes of each act by items and names, and adds these names. */
async function arrange(db: Db, courseId: number, found: readonly ChangeRow[]) {
  const items = await listItemNames(db, courseId, [...new Set(found.map(({ course_work_id }) => course_work_id))]);
  const people = await listPeopleNames(db, [...new Set(found.map(({ account_id }) => account_id))]);
  const itemAt = new Map(items.map(({ id }, place) => [id, place]));
  const personAt = new Map(people.map(({ id }, place) => [id, place]));
  const place = ({ course_work_id, account_id }: ChangeRow) => (itemAt.get(course_work_id) ?? 0) * people.length + (personAt.get(account_id) ?? 0);
  const changes = found.toSorted((a, b) => b.act_id - a.act_id || place(a) - place(b));
  return { changes, items, students: people.map(toNamed) };
}

const toNamed = (person: { id: number; first_name: string; last_name: string }) => ({ account_id: person.id, name: fullName(person) });

/** The maximum number of grades examined to describe the newest acts, so that a page of the history loads quickly. */
const MOST_EXTENT_CELLS = 100_000;

/**
 * Loads the subjects of acts: one item or student by name, otherwise the number; for a single grade its old and new
 * value.
 */
async function loadAbouts(db: Db, courseId: number, acts: readonly HistoryActRow[]): Promise<Map<number, NonNullable<GradeActView['about']>>> {
  let cells = 0;
  const counted = acts.filter(({ kind, cell_count }) => kind !== POINTS_ACT && (cells += cell_count) <= MOST_EXTENT_CELLS);
  const extents = await listExtents(
    db,
    courseId,
    counted.map(({ id }) => id),
  );
  const single = counted.filter(({ cell_count }) => cell_count === 1).map(({ id }) => id);
  const scope = { courseId, accountId: null, workId: null };
  const grades = new Map((await listChangesOf(db, scope, single, single.length)).map((change) => [change.act_id, change]));
  const [works, people] = [extents.filter(({ item_count }) => item_count === 1), extents.filter(({ student_count }) => student_count === 1)];
  const items = await listItemNames(db, courseId, [...new Set(works.map(({ course_work_id }) => course_work_id))]);
  const students = (await listPeopleNames(db, [...new Set(people.map(({ account_id }) => account_id))])).map(toNamed);
  const abouts = extents.map(({ act_id, item_count, student_count, course_work_id, account_id }) => {
    const change = grades.get(act_id);
    const about = {
      item_count,
      student_count,
      item: item_count === 1 ? (items.find(({ id }) => id === course_work_id) ?? null) : null,
      student: student_count === 1 ? (students.find((one) => one.account_id === account_id) ?? null) : null,
      grade: change
        ? {
            from: valueOf(change.draft_before, change.excused_before),
            to: valueOf(change.draft, change.excused),
            returned_from: change.assigned_before,
            returned_to: change.assigned,
          }
        : null,
    };
    return [act_id, about] as const;
  });
  return new Map(abouts);
}

/** Loads the archived items and former students that can be chosen in addition to those in the gradebook. */
async function loadFormer(db: Db, courseId: number) {
  return { items: await listFormerItems(db, courseId), students: (await listFormerStudents(db, courseId)).map(toNamed) };
}

const valueOf = (points: number | null, excused: boolean) => (excused ? ('EX' as const) : points);

/** Implements the history of a class's grades: who changed what, when, with old and new values. */
export function implementGradeActHistory(): Implementation {
  return implement(gradeActHistory, async ({ tx: db, actor, input }) => {
    const { class: courseId, account_id: accountId = null, course_work_id: workId = null, act_id: actId = null, before = null } = input;
    await requireStaff(db, actor, courseId);
    const scope = { courseId, accountId, workId };
    const rows = await listActs(db, { ...scope, actId, before }, GRADE_ACT_LIMITS.actsAtOnce + 1);
    const first = rows.slice(0, GRADE_ACT_LIMITS.actsAtOnce);
    const showsChanges = accountId !== null || workId !== null || actId !== null;
    const whole = showsChanges
      ? await loadWholeActs(
          db,
          scope,
          first.map(({ id }) => id),
        )
      : { changes: [], last: null };
    const { last } = whole;
    const acts = last === null ? first : first.filter(({ id }) => id >= last);
    const abouts = await loadAbouts(db, courseId, acts);
    const { changes, items, students } = await arrange(db, courseId, whole.changes);
    return {
      acts: acts.map((act) => toActView(act, abouts.get(act.id) ?? null)),
      next_before: rows.length > acts.length ? (acts.at(-1)?.id ?? null) : null,
      changes: showsChanges
        ? {
            act_id: changes.map((change) => change.act_id),
            course_work_id: changes.map((change) => change.course_work_id),
            account_id: changes.map((change) => change.account_id),
            from: changes.map((change) => valueOf(change.draft_before, change.excused_before)),
            to: changes.map((change) => valueOf(change.draft, change.excused)),
            returned_from: changes.map((change) => change.assigned_before),
            returned_to: changes.map((change) => change.assigned),
          }
        : null,
      items,
      students,
      former: before === null && actId === null ? await loadFormer(db, courseId) : null,
    };
  });
}
