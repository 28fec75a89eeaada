import {
  classPeople,
  type ClassRole,
  courseTeachers,
  type ManyDone,
  type MessageKey,
  peopleRemoveMany,
  peopleReturnMany,
  studentRemove,
} from '@classwright/contract';
import { auditEach } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { can, implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { removeMembers, returnMembers } from '../classes/index.ts';
import { requireOpenClass, requirePlace } from './access.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { type ClassPersonRow, countPeople, countRole, listPeople, listStandings, type PeopleSearch, type StandingRow } from './people-queries.ts';
import type { ClassRow } from './queries.ts';
import { toPersonView, toTeacherView } from './views.ts';

/** Implements listing the people of a class and removing them. */
export function implementPeople({ t, room, pictures }: InvitationsDependencies): Implementation[] {
  const record = ({ tx, actor, requestId }: Call, action: string, course: ClassRow, people: readonly StandingRow[]) =>
    auditEach(
      tx,
      actor,
      { action, subjectType: 'account', requestId },
      people.map(({ account_id, name, role }) => ({ subjectId: account_id, before: { name, course_id: course.id, class_name: course.name, role } })),
    );
  const refusals = (ids: readonly number[], known: readonly StandingRow[], reasonOf: (person: StandingRow | undefined) => MessageKey): ManyDone['refused'] =>
    ids.map((id) => {
      const person = known.find(({ account_id }) => account_id === id);
      return { id, name: person?.name ?? `#${id}`, message: t(reasonOf(person)) };
    });

  async function remove(call: Call, course: ClassRow, people: readonly StandingRow[], action: string): Promise<number[]> {
    const ids = await removeMembers(
      call.tx,
      course.id,
      people.map(({ account_id }) => account_id),
    );
    if (ids.length > 0) {
      await record(
        call,
        action,
        course,
        people.filter(({ account_id }) => ids.includes(account_id)),
      );
      await room.announce(call.tx, course.id, 'class.people.changed');
    }
    return ids;
  }

  return [
    implement(classPeople, async ({ tx, actor, input }) => {
      const { course, standing } = await requirePlace(tx, actor, input.id);
      const isStaff = standing === 'staff';
      const canChange = isStaff && course.course_state === 'ACTIVE' && can(actor, 'class-people', 'delete');
      const isMember = input.status === undefined ? null : input.status === '1';
      const search: PeopleSearch = { courseId: course.id, role: input.role, search_text: input.search_text, isMember, seesAll: isStaff };
      const [rows, total, counts, urlOf] = await Promise.all([
        listPeople(tx, { ...search, page: input.page, per_page: input.per_page }),
        countPeople(tx, search),
        countRole(tx, course.id, input.role),
        pictures(tx),
      ]);
      return {
        data: rows.map((row) => toPersonView(row, input.role, { isStaff, canChange, urlOf })),
        pagination: toPagination(input, total),
        member_count: counts.member_count,
        invited_count: isStaff ? counts.invited_count : 0,
        can_invite: isStaff && course.course_state === 'ACTIVE' && can(actor, 'class-people', 'create'),
      };
    }),
    implement(courseTeachers, async ({ tx, actor, input }) => {
      const { course, standing } = await requirePlace(tx, actor, input.course_id);
      const role: ClassRole = 'TEACHER';
      const search: PeopleSearch = { courseId: course.id, role, search_text: '', isMember: true, seesAll: false };
      const [rows, total, urlOf] = await Promise.all([
        listPeople(tx, { ...search, page: input.page, per_page: input.per_page }),
        countPeople(tx, search),
        pictures(tx),
      ]);
      const viewer = { isStaff: standing === 'staff', canChange: false, urlOf };
      const isMember = (row: ClassPersonRow): row is ClassPersonRow & { account_id: number } => row.account_id !== null;
      return { data: rows.filter(isMember).map((row) => toTeacherView(row, course.id, viewer)), pagination: toPagination(input, total) };
    }),
    implement(studentRemove, async ({ input, ...call }) => {
      const course = await requireOpenClass(call.tx, call.actor, input.class_id);
      const people = await listStandings(call.tx, course.id, [input.account_id]);
      const students = people.filter(({ role }) => role === 'STUDENT');
      const [removed] = await remove(call, course, students, studentRemove.name);
      if (removed === undefined) throw appError('NOT_FOUND');
      return { message: t('classPeople.removed', { count: 1 }), id: removed };
    }),
    implement(peopleRemoveMany, async ({ input, ...call }) => {
      const course = await requireOpenClass(call.tx, call.actor, input.id);
      const asked = [...new Set(input.ids)];
      const known = await listStandings(call.tx, course.id, asked);
      const ids = await remove(call, course, known, peopleRemoveMany.name);
      return {
        message: t('classPeople.removed', { count: ids.length }),
        ids,
        refused: refusals(
          asked.filter((id) => !ids.includes(id)),
          known,
          (person) => (person?.account_id === course.owner_id ? 'classPeople.refused.owner' : 'classPeople.refused.gone'),
        ),
      };
    }),
    implement(peopleReturnMany, async ({ input, ...call }) => {
      const course = await requireOpenClass(call.tx, call.actor, input.id);
      const asked = [...new Set(input.ids)];
      const known = await listStandings(call.tx, course.id, asked);
      const ids = await returnMembers(call.tx, course.id, asked);
      if (ids.length > 0) {
        await record(
          call,
          peopleReturnMany.name,
          course,
          known.filter(({ account_id }) => ids.includes(account_id)),
        );
        await room.announce(call.tx, course.id, 'class.people.changed');
      }
      return {
        message: t('classPeople.returned', { count: ids.length }),
        ids,
        refused: refusals(
          asked.filter((id) => !ids.includes(id)),
          known,
          (person) => (person && !person.has_left ? 'invitation.refused.inClass' : 'classPeople.refused.tooLate'),
        ),
      };
    }),
  ];
}
