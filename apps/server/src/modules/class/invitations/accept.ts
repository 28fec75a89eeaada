import { invitationAccept, invitationAcceptNamed, pendingInvitations } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { fullName } from '../../people/accounts/index.ts';
import { enrol } from '../classes/index.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { fitsRole } from './judge-invitee.ts';
import { findClass, listInvitations, listPending, lockOwnInvitation } from './queries.ts';
import { toInvitationView, toPendingView } from './views.ts';

interface CallForOne extends Call {
  input: { id: number };
}

/** Implements reading and accepting one's own invitations. */
export function implementAccepting({ t, notifier, room, pictures }: InvitationsDependencies): Implementation[] {
  async function accept({ tx, actor, requestId, input }: CallForOne) {
    const invitation = await lockOwnInvitation(tx, actor.accountId, input.id);
    if (!invitation) throw appError('NOT_FOUND');
    if (invitation.deleted_at !== null) throw appError('INVITATION_DELETED');
    const course = await findClass(tx, invitation.course_id, { held: true });
    if (!course || course.archived_at !== null) throw appError('INVITATION_DELETED');
    if (course.course_state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
    if (invitation.accepted_at !== null) throw appError('INVITATION_ACCEPTED', { class_name: course.name });
    if (!fitsRole(invitation.type_name, invitation.role)) throw appError('INVITATION_ROLE', { class_name: course.name });
    // this settles the invitation and its notification too
    await enrol(tx, course.id, [actor.accountId], invitation.role);
    await audit(tx, actor, {
      action: invitationAccept.name,
      subjectType: 'invitation',
      subjectId: invitation.id,
      after: { name: invitation.email, course_id: course.id, class_name: course.name, role: invitation.role },
      requestId,
    });
    if (invitation.invited_by !== null) {
      const name = fullName({ first_name: actor.firstName, last_name: actor.lastName });
      await notifier.notify(tx, {
        kind: 'invitation-accepted',
        // one notification per class, the latest: thirty students make one line
        key: `invitation-accepted:${course.id}`,
        accountIds: [invitation.invited_by],
        courseId: course.id,
        actorId: actor.accountId,
        params: { title: `${name}, ${course.name}`, name, class_name: course.name, role: invitation.role },
        path: `/class-people/${course.id}`,
      });
    }
    await room.announce(tx, course.id, 'class.people.changed');
    const [accepted] = await listInvitations(tx, [invitation.id]);
    const view = toInvitationView(accepted ?? invitation, await pictures(tx));
    return {
      message: t('invitation.accepted', { class: course.name }),
      invitation: view,
      data: view,
      course: { id: course.id, name: course.name, section: course.section },
    };
  }

  return [
    implement(pendingInvitations, async ({ tx, actor, input }) => {
      const { rows, total } = await listPending(tx, actor.accountId, input);
      const invitations = rows.map(toPendingView);
      return { data: invitations, invitations, pagination: toPagination(input, total) };
    }),
    implement(invitationAccept, accept),
    implement(invitationAcceptNamed, accept),
  ];
}
