import type { MessageKey, Translate } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import { findUnmailed, markMailed } from './queries.ts';

/** The job that emails an address without an account. People with an account get notifications. */
const INVITATION_MAIL = 'invitation.mail';

interface InvitationMail {
  invitation_id: number;
}

const TRIES = 8;

export const mailInvitations = (tx: Tx, jobs: Jobs, invitationIds: readonly number[], requestId: string): Promise<void> =>
  jobs.enqueue<InvitationMail>(
    tx,
    INVITATION_MAIL,
    invitationIds.map((invitation_id) => ({ invitation_id })),
    { keyOf: ({ invitation_id }) => String(invitation_id), requestId },
  );

/** Puts a text on one line, since a teacher's text may contain line breaks. */
const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

export function invitationMailJob({
  db,
  t,
  mail,
}: {
  db: Db;
  t: Translate<MessageKey>;
  mail: { mailer: Mailer; addressOf: (schoolId: number | null) => Promise<URL> };
}): JobKind<InvitationMail> {
  return {
    kind: INVITATION_MAIL,
    tries: TRIES,
    lane: 'outside',
    async run({ invitation_id }) {
      const invitation = await findUnmailed(db, invitation_id);
      if (!invitation) return;
      const words = {
        class: inOneLine(invitation.class_name),
        school: inOneLine(invitation.school_name),
        email: invitation.email,
        url: new URL('/invitations', await mail.addressOf(invitation.school_id)).href,
      };
      const inviter = inOneLine(invitation.inviter ?? '');
      await mail.mailer.send({
        to: { name: '', address: invitation.email },
        subject: t('mail.invitation.subject', words),
        text: t(invitation.role === 'TEACHER' ? 'mail.invitation.teacher' : 'mail.invitation.student', { ...words, name: inviter || words.school }),
      });
      await markMailed(db, invitation_id);
    },
  };
}
