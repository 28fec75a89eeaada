import { courseInvitations, invitationDelete, invitationDeleteMany, invitationRestoreMany, type ManyDone, type MessageKey } from '@classwright/contract';
import { auditEach } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { requireActiveClass, standingIn } from '../classes/index.ts';
import { requireOpenClass, requireStaffed } from './access.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { type InvitationRow, listInvitations, listInvitationsOfClass, markDeleted, reopenInvitations } from './queries.ts';
import { noticeKey } from './send-invitations.ts';
import { toInvitationView } from './views.ts';

/** Implements listing and deleting the invitations of a class, for its staff. */
export function implementDeleting({ t, notifier, room, pictures }: InvitationsDependencies): Implementation[] {
  const record = ({ tx, actor, requestId }: Call, action: string, rows: readonly InvitationRow[]) =>
    auditEach(
      tx,
      actor,
      { action, subjectType: 'invitation', requestId },
      rows.map((row) => ({ subjectId: row.id, before: { name: row.email, course_id: row.course_id, class_name: row.class_name, role: row.role } })),
    );

  /** Deletes open, locked invitations of one class. */
  async function remove(call: Call, courseId: number, rows: readonly InvitationRow[], action: string): Promise<void> {
    const { tx } = call;
    if (rows.length === 0) return;
    await markDeleted(
      tx,
      rows.map(({ id }) => id),
    );
    await record(call, action, rows);
    await notifier.withdraw(
      tx,
      noticeKey(courseId),
      rows.flatMap(({ account_id }) => account_id ?? []),
    );
    await room.announceToStaff(tx, courseId, 'class.people.changed');
  }

  const refusals = (ids: readonly number[], rows: readonly InvitationRow[], reasonOf: (row: InvitationRow | undefined) => MessageKey): ManyDone['refused'] =>
    ids.map((id) => {
      const row = rows.find((one) => one.id === id);
      return { id, name: row?.email ?? `#${id}`, message: t(reasonOf(row)) };
    });

  return [
    implement(courseInvitations, async ({ tx, actor, input }) => {
      const course = await requireStaffed(tx, actor, input.id);
      const isAccepted = input.status === undefined ? undefined : input.status === '1';
      const [{ rows, total }, urlOf] = await Promise.all([listInvitationsOfClass(tx, course.id, { ...input, isAccepted }), pictures(tx)]);
      const invitations = rows.map((row) => toInvitationView(row, urlOf));
      return { data: invitations, invitations, pagination: toPagination(input, total) };
    }),
    implement(invitationDelete, async ({ input, ...call }) => {
      const { tx, actor } = call;
      const [row] = await listInvitations(tx, [input.id], { held: true });
      const standing = row ? await standingIn(tx, actor, row.course_id) : 'none';
      if (!row || standing === 'none') throw appError('NOT_FOUND');
      if (standing !== 'staff') throw appError('NOT_ALLOWED');
      await requireActiveClass(tx, row.course_id);
      if (input.type !== undefined && input.type.toUpperCase().replace(/S$/, '') !== row.role) throw fieldError('type', 'invitation.typeOther');
      if (row.accepted_at !== null) throw appError('INVITATION_ACCEPTED', { class_name: row.class_name });
      if (row.deleted_at !== null) throw appError('INVITATION_DELETED');
      await remove(call, row.course_id, [row], invitationDelete.name);
      return { message: t('invitation.deleted', { count: 1 }), id: row.id };
    }),
    implement(invitationDeleteMany, async ({ input, ...call }) => {
      const { tx, actor } = call;
      const course = await requireOpenClass(tx, actor, input.id);
      const asked = [...new Set(input.ids)];
      const rows = (await listInvitations(tx, asked, { held: true })).filter(({ course_id }) => course_id === course.id);
      const open = rows.filter(({ accepted_at, deleted_at }) => accepted_at === null && deleted_at === null);
      await remove(call, course.id, open, invitationDeleteMany.name);
      const ids = open.map(({ id }) => id);
      return {
        message: t('invitation.deleted', { count: ids.length }),
        ids,
        refused: refusals(
          asked.filter((id) => !ids.includes(id)),
          rows,
          (row) => (row && row.accepted_at !== null ? 'invitation.refused.inClass' : 'invitation.refused.gone'),
        ),
      };
    }),
    implement(invitationRestoreMany, async ({ input, ...call }) => {
      const { tx, actor } = call;
      const course = await requireOpenClass(tx, actor, input.id);
      const asked = [...new Set(input.ids)];
      const rows = (await listInvitations(tx, asked, { held: true })).filter(({ course_id }) => course_id === course.id);
      const ids = await reopenInvitations(tx, course.id, asked);
      const back = rows.filter(({ id }) => ids.includes(id));
      if (back.length > 0) {
        await record(call, invitationRestoreMany.name, back);
        const accountIds = back.flatMap(({ account_id }) => account_id ?? []);
        const params = { title: course.name, class_name: course.name, name: back[0]?.inviter ?? '', role: back[0]?.role ?? 'STUDENT' };
        const notice = { kind: 'invitation', key: noticeKey(course.id), accountIds, courseId: course.id, actorId: actor.accountId, params } as const;
        await notifier.notify(tx, { ...notice, path: '/invitations' });
        await room.announceToStaff(tx, course.id, 'class.people.changed');
      }
      return {
        message: t('invitation.restored', { count: ids.length }),
        ids: back.map(({ id }) => id),
        refused: refusals(
          asked.filter((id) => !ids.includes(id)),
          rows,
          (row) => (row ? 'invitation.refused.notRestored' : 'invitation.refused.gone'),
        ),
      };
    }),
  ];
}
