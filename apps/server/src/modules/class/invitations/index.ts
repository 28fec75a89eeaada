/**
 * Invitations: who is asked into a class, and who is in it.
 *
 * Invariants: an address, and an account, has one open invitation to a class; only whoever it was sent to accepts it, and
 * nobody of another school than the class's; whether people of other schools have an account is told to nobody. Whoever
 * comes into a class in any way has accepted its invitation. Nothing is erased: what was deleted can be taken back, and
 * who was taken out of a class can be let back in within the hour. Staff change the people of their classes alike; the
 * owner stays.
 */
import type { Manifest } from '../../../manifest.ts';
import { onEnrolled } from '../classes/index.ts';
import { implementAccepting } from './accept.ts';
import { implementDeleting } from './delete.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { implementInviting } from './invite.ts';
import { invitationMailJob } from './mail.ts';
import { implementPeople } from './people.ts';
import { settleEnrolled } from './settle-enrolled.ts';

export { closeInvitations, listOpenInvitations, restoreInvitations, takeInvitations } from './from-outside.ts';

export function invitationsModule(dependencies: InvitationsDependencies): Manifest {
  const { db, t, mail, notifier } = dependencies;
  return {
    stops: [onEnrolled(settleEnrolled(notifier))],
    implementations: [
      ...implementInviting(dependencies),
      ...implementAccepting(dependencies),
      ...implementDeleting(dependencies),
      ...implementPeople(dependencies),
    ],
    jobs: mail ? [invitationMailJob({ db, t, mail })] : [],
  };
}
