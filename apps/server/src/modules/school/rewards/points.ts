import { type MessageKey, rewardPointList, type RewardPointView, rewardStudentGet, rewardStudentList, type Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { type PageRequest, toPagination } from '../../../platform/lists.ts';
import { computeOwnerReach, type PersonScope } from '../../../platform/reach.ts';
import { countPoints, countStudents, findStudent, isStaffOf, listPoints, listStaffedOf, listStudents } from './queries.ts';
import { toPointView } from './views.ts';

/** Returns a person's newest lines of points, and the sum of all. */
export async function loadPointsOf(db: Db, t: Translate<MessageKey>, accountId: number, most: number): Promise<{ total: number; lines: RewardPointView[] }> {
  const [rows, { points }] = await Promise.all([listPoints(db, accountId, { page: 1, per_page: most }), countPoints(db, accountId)]);
  return { total: points, lines: rows.map((row) => toPointView(row, t)) };
}

/** Implements reading one's own points, and those of the students of one's classes. */
export function implementPoints({ t }: { t: Translate<MessageKey> }): Implementation[] {
  async function pageOf(db: Db, accountId: number, request: PageRequest, reader: PersonScope | null) {
    const [rows, { lines, points }] = await Promise.all([listPoints(db, accountId, request), countPoints(db, accountId)]);
    const given = rows.flatMap(({ gift_course_id }) => gift_course_id ?? []);
    const staffed = new Set(reader && given.length > 0 ? await listStaffedOf(db, reader, given) : []);
    return {
      data: rows.map((row) => toPointView(row, t, (courseId) => staffed.has(courseId))),
      pagination: toPagination(request, lines),
      total_points: points,
    };
  }

  return [
    implement(rewardPointList, async ({ tx, actor, input }) => {
      const page = await pageOf(tx, actor.accountId, input, null);
      return { ...page, reward_points: page.data };
    }),
    implement(rewardStudentList, async ({ tx, actor, input }) => {
      if (!(await isStaffOf(tx, computeOwnerReach(actor), input.course_id))) throw appError('NOT_FOUND');
      const [data, total] = await Promise.all([
        listStudents(tx, input.course_id, input.search_text, input),
        countStudents(tx, input.course_id, input.search_text),
      ]);
      return { data, pagination: toPagination(input, total) };
    }),
    implement(rewardStudentGet, async ({ tx, actor, input }) => {
      const reader = computeOwnerReach(actor);
      const student = await findStudent(tx, reader, input.id);
      if (!student) throw appError('NOT_FOUND');
      return { ...(await pageOf(tx, student.id, input, reader)), student };
    }),
  ];
}
