/**
 * Invitations: who is invited to a class, and who is in it.
 *
 * Invariants: an address or an account has at most one open invitation to a class; only the invited person can accept
 * it, and nobody of another school than the class's; whether people of other schools have an account is never revealed.
 * Joining a class in any way accepts its invitation. Nothing is erased: deletions can be undone, and people removed
 * from a class can be restored within an hour. Staff can change all people of their classes except the owner.
 */
import type { Manifest } from '../../../manifest.ts';
import { membersEnrolled } from '../classes/index.ts';
import { implementAccepting } from './accept.ts';
import { implementDeleting } from './delete.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { implementInviting } from './invite.ts';
import { invitationMailJob } from './mail.ts';
import { implementPeople } from './people.ts';
import { settleEnrolled } from './settle-enrolled.ts';
import { personalData } from './personal-data.ts';

export { closeInvitations, listOpenInvitations, restoreInvitations, takeInvitations } from './from-outside.ts';

export function invitationsModule(dependencies: InvitationsDependencies): Manifest {
  const { db, t, mail, notifier } = dependencies;
  return {
    listens: [membersEnrolled.listen(settleEnrolled(notifier))],
    personalData,
    implementations: [
      ...implementInviting(dependencies),
      ...implementAccepting(dependencies),
      ...implementDeleting(dependencies),
      ...implementPeople(dependencies),
    ],
    jobs: mail ? [invitationMailJob({ db, t, mail })] : [],
  };
}
