import type { ClassRole, Invited, MessageKey } from '@classwright/contract';
import { auditEach } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { fullName, toEmailKey } from '../../people/accounts/index.ts';
import type { InvitationsDependencies } from './dependencies.ts';
import { isAddress, judgeInvitee } from './judge-invitee.ts';
import { mailInvitations } from './mail.ts';
import { type ClassRow, countSentLately, insertInvitations, listInvitations, listInvitees, type NewInvitation } from './queries.ts';
import { toInvitationView } from './views.ts';

/**
 * The maximum number of invitations that somebody can send within a day, so that no mailbox or mail server is flooded.
 */
export const MAX_PER_DAY = 2_000;
/** The maximum number of these to addresses that nobody of the school has. */
export const MAX_TO_STRANGERS_PER_DAY = 500;

/** Returns the key of all invitation notifications of one class: a person is invited to it once. */
export const noticeKey = (courseId: number): string => `invitation:${courseId}`;

export interface Sending {
  tx: Tx;
  actor: Actor;
  requestId: string;
  /** The name of the endpoint. */
  action: string;
  course: ClassRow;
  role: ClassRole;
}

/**
 * Invites the addresses that can be invited; the rest are returned with a reason. The number of statements does not
 * grow with the addresses. @throws INVITATION_LIMIT
 */
export async function sendInvitations(
  { t, notifier, room, pictures, mail }: InvitationsDependencies,
  { tx, actor, requestId, action, course, role }: Sending,
  addresses: readonly string[],
): Promise<Omit<Invited, 'message'>> {
  const sent = await countSentLately(tx, actor.accountId);
  const asked = new Map(addresses.map((typed) => [toEmailKey(typed), typed]));
  const invitees = new Map((await listInvitees(tx, course, [...asked.keys()].filter(isAddress))).map((invitee) => [invitee.email_key, invitee]));
  const reasons = new Map<string, MessageKey>();
  const people: NewInvitation[] = [];
  for (const [email_key, typed] of asked) {
    const invitee = invitees.get(email_key);
    const reason = invitee ? judgeInvitee(invitee, role) : 'invitation.refused.address';
    if (reason !== null) reasons.set(email_key, reason);
    else people.push({ email_key, email: invitee?.email ?? typed, account_id: invitee?.account_id ?? null });
  }
  const strangers = people.filter(({ account_id }) => account_id === null);
  if (sent.all + people.length > MAX_PER_DAY) throw appError('INVITATION_LIMIT', { most: MAX_PER_DAY });
  if (strangers.length > 0 && sent.toStrangers + strangers.length > MAX_TO_STRANGERS_PER_DAY)
    throw appError('INVITATION_LIMIT', { most: MAX_TO_STRANGERS_PER_DAY });

  const made = people.length === 0 ? new Map<string, number>() : await insertInvitations(tx, { courseId: course.id, role, invitedBy: actor.accountId }, people);
  // somebody else has just invited them
  for (const { email_key } of people) if (!made.has(email_key)) reasons.set(email_key, 'invitation.refused.invited');
  const refused = [...reasons].map(([email_key, reason]) => ({ userId: asked.get(email_key) ?? email_key, message: t(reason) }));
  if (made.size === 0) return { invitations: [], data: [], refused };

  const rows = await listInvitations(tx, [...made.values()]);
  await auditEach(
    tx,
    actor,
    { action, subjectType: 'invitation', requestId },
    rows.map((row) => ({ subjectId: row.id, after: { name: row.email, course_id: course.id, class_name: course.name, role } })),
  );
  const accountIds = people.flatMap(({ email_key, account_id }) => (made.has(email_key) && account_id !== null ? [account_id] : []));
  const inviter = fullName({ first_name: actor.firstName, last_name: actor.lastName });
  const params = { title: course.name, class_name: course.name, name: inviter, role };
  await notifier.notify(tx, {
    kind: 'invitation',
    key: noticeKey(course.id),
    accountIds,
    courseId: course.id,
    actorId: actor.accountId,
    params,
    path: '/invitations',
  });
  const written = strangers.flatMap(({ email_key }) => made.get(email_key) ?? []);
  if (mail) await mailInvitations(tx, mail.jobs, written, requestId);
  await room.announceToStaff(tx, course.id, 'class.people.changed');
  const urlOf = await pictures(tx);
  const invitations = rows.map((row) => toInvitationView(row, urlOf));
  return { invitations, data: invitations, refused };
}
