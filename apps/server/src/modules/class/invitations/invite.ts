import {
  type ClassRole,
  inviteGroup,
  inviteGroupByPath,
  inviteGroupChoices,
  type Invited,
  inviteStudents,
  inviteTeachers,
  packMessage,
} from '@classwright/contract';
import { MAX_ROWS_PER_CALL } from '@classwright/contract/core/max-rows';
import { parseAddresses } from '@classwright/rules/text/addresses';
import { AppError, appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { requireOpenClass, requireStaffed } from './access.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { findGroupAddresses, listGroupChoices } from './group-queries.ts';
import { sendInvitations } from './send-invitations.ts';

type OfClass = { course_id?: number | undefined; courseId?: number | undefined };

/** Implements inviting people by address, and groups. */
export function implementInviting(dependencies: InvitationsDependencies): Implementation[] {
  const { t } = dependencies;

  const inWords = (sent: Omit<Invited, 'message'>): Invited => {
    const invited = t('invitation.sent', { count: sent.invitations.length });
    const left = sent.refused.length === 0 ? [] : [t('invitation.notSent', { count: sent.refused.length })];
    return { ...sent, message: [invited, ...left].join(' ') };
  };

  async function invite(
    { tx, actor, requestId }: Call,
    input: { userId: string; courseId: number; role?: ClassRole | undefined },
    role: ClassRole,
    action: string,
  ) {
    if (input.role !== undefined && input.role !== role) throw fieldError('role', 'invitation.roleOfPath', { role });
    const addresses = parseAddresses(input.userId);
    if (addresses.length === 0) throw fieldError('userId', 'validation.required', { label: t('invitation.field.email') });
    if (addresses.length > MAX_ROWS_PER_CALL) throw fieldError('userId', 'invitation.most', { most: MAX_ROWS_PER_CALL });
    const course = await requireOpenClass(tx, actor, input.courseId);
    const sent = await sendInvitations(dependencies, { tx, actor, requestId, action, course, role }, addresses);
    const [only] = sent.refused;
    // nobody was invited: the dialog stays open and shows the reasons at its field
    if (sent.invitations.length === 0 && only) {
      const reasons =
        sent.refused.length === 1
          ? [only.message]
          : sent.refused.map(({ userId, message }) => packMessage('invitation.refused.of', { email: userId, reason: message }));
      throw new AppError('VALIDATION_FAILED', {}, { userId: reasons });
    }
    return inWords(sent);
  }

  async function inviteStudentsOf({ tx, actor, requestId }: Call, input: OfClass, groupId: number, isInPath: boolean) {
    const courseId = input.course_id ?? input.courseId;
    if (courseId === undefined) throw fieldError('course_id', 'validation.required', { label: t('invitation.field.class') });
    const course = await requireOpenClass(tx, actor, courseId);
    const group = await findGroupAddresses(tx, course.school_id, groupId);
    if (!group) throw isInPath ? appError('NOT_FOUND') : fieldError('group_id', 'validation.id', { label: t('invitation.field.group') });
    const sent =
      group.emails.length === 0
        ? { invitations: [], data: [], refused: [] }
        : await sendInvitations(dependencies, { tx, actor, requestId, action: inviteGroup.name, course, role: 'STUDENT' }, group.emails);
    if (sent.invitations.length === 0)
      throw fieldError('group_id', group.emails.length === 0 ? 'invitation.groupEmpty' : 'invitation.groupIn', { name: group.name });
    return inWords(sent);
  }

  return [
    implement(inviteStudents, ({ input, ...call }) => invite(call, input, 'STUDENT', inviteStudents.name)),
    implement(inviteTeachers, ({ input, ...call }) => invite(call, input, 'TEACHER', inviteTeachers.name)),
    implement(inviteGroup, ({ input, ...call }) => inviteStudentsOf(call, input, input.group_id, false)),
    implement(inviteGroupByPath, ({ input, ...call }) => inviteStudentsOf(call, input, input.group, true)),
    implement(inviteGroupChoices, async ({ tx, actor, input }) => {
      const { rows, total } = await listGroupChoices(tx, await requireStaffed(tx, actor, input.course_id), input);
      return { data: rows, pagination: toPagination(input, total) };
    }),
  ];
}
