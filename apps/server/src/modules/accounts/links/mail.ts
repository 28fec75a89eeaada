import type { MessageKey, Translate } from '@classwright/contract';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import { fullName } from '../views.ts';
import { makeLink } from './make-link.ts';
import { findLinkHolder } from './queries.ts';

/** Mails an account a new one-time link. */
export const LINK_MAIL = 'account.link.mail';

export interface LinkMail {
  account_id: number;
  /** `new`: the account is new. `reset`: somebody asked for a new password. */
  reason: 'new' | 'reset';
}

export interface MailSetting {
  jobs: Jobs;
  mailer: Mailer;
  /** Links in mails lead here; a host that a caller names could be anybody's. */
  publicUrl: URL;
}

/** The link is made when the mail is written, so its code stands nowhere but in the mail. */
export function linkMailJob({ db, t, mail }: { db: Db; t: Translate<MessageKey>; mail: MailSetting }): JobKind<LinkMail> {
  return {
    kind: LINK_MAIL,
    tries: 8,
    async run({ account_id, reason }) {
      const holder = await findLinkHolder(db, account_id);
      if (!holder?.status || (reason === 'new' && holder.has_password)) return; // not needed any more
      const { url, expiresAt } = await inTransaction(db, (tx) => makeLink(tx, account_id, mail.publicUrl.origin));
      const school = holder.school_name ?? mail.publicUrl.hostname;
      const words = reason === 'new' ? ('mail.link' as const) : ('mail.reset' as const);
      const date = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      await mail.mailer.send({
        to: { name: fullName(holder), address: holder.email },
        subject: t(`${words}.subject`, { school }),
        text: t(`${words}.body`, { name: holder.first_name, school, url, date }),
      });
    },
  };
}
