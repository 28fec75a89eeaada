import type { MessageKey, Translate } from '@classwright/contract';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import type { JobKind, Jobs } from '../../../../platform/jobs/index.ts';
import { createDateWriter } from '../../../../platform/dates.ts';
import type { Mailer } from '../../../../platform/mail/index.ts';
import { findCredentials } from '../queries.ts';
import { fullName } from '../views.ts';
import { makeLink } from './make-link.ts';
import { findLinkHolder } from './queries.ts';

/** Mails an account a new one-time link. */
const LINK_MAIL = 'account.link.mail';
/** Mails a link to the person who has an address, if there is one. */
const RESET_MAIL = 'auth.forgot.mail';

interface LinkMail {
  account_id: number;
  /** `new`: the account is new. `reset`: an administrator sends a link for a new password. */
  reason: 'new' | 'reset';
}

interface ResetMail {
  email_key: string;
}

export interface MailSetting {
  jobs: Jobs;
  mailer: Mailer;
  publicUrl: URL;
  /** Returns the base address of links in mails to people of a school. A host that a caller names could be anyone's. */
  addressOf: (schoolId: number | null) => Promise<URL>;
}

interface MailDependencies {
  db: Db;
  t: Translate<MessageKey>;
  locale: string;
  mail: MailSetting;
}

const TRIES = 8;

/**
 * Mails accounts their links after the commit. Only one mail of each account and reason waits, since a newer link ends
 * the older.
 */
export const mailLinks = (tx: Tx, jobs: Jobs, accountIds: readonly number[], reason: LinkMail['reason'], requestId: string): Promise<void> =>
  jobs.enqueue<LinkMail>(
    tx,
    LINK_MAIL,
    accountIds.map((account_id) => ({ account_id, reason })),
    { keyOf: ({ account_id }) => `${account_id} ${reason}`, requestId },
  );

/** Mails a link to the person who has the address, after the commit. */
export const mailReset = (tx: Tx, jobs: Jobs, email_key: string, requestId: string): Promise<void> =>
  jobs.enqueue<ResetMail>(tx, RESET_MAIL, [{ email_key }], { keyOf: () => email_key, requestId });

/**
 * Creates the jobs that mail links. They make the links when they write the mails, so the codes appear only in the
 * mails.
 */
export function linkMailJobs(dependencies: MailDependencies): [JobKind<LinkMail>, JobKind<ResetMail>] {
  const links: JobKind<LinkMail> = {
    kind: LINK_MAIL,
    tries: TRIES,
    lane: 'outside',
    async run({ account_id, reason }) {
      const holder = await findLinkHolder(dependencies.db, account_id);
      if (reason === 'new' && holder?.has_password) return; // not needed any more
      await sendLink(dependencies, account_id, 'password', reason === 'new' ? 'mail.link' : 'mail.sent');
    },
  };
  const resets: JobKind<ResetMail> = {
    kind: RESET_MAIL,
    tries: TRIES,
    lane: 'outside',
    async run({ email_key }) {
      const account = await findCredentials(dependencies.db, email_key);
      if (account) await sendLink(dependencies, account.id, 'reset', 'mail.reset');
    },
  };
  return [links, resets];
}

async function sendLink(
  { db, t, locale, mail }: MailDependencies,
  accountId: number,
  purpose: 'password' | 'reset',
  words: 'mail.link' | 'mail.sent' | 'mail.reset',
): Promise<void> {
  const holder = await findLinkHolder(db, accountId);
  if (!holder?.status || !holder.is_mailable) return;
  const address = await mail.addressOf(holder.school_id);
  const { url, expiresAt } = await inTransaction(db, (tx) => makeLink(tx, accountId, address.origin, purpose));
  const school = holder.school_name ?? mail.publicUrl.hostname;
  const date = createDateWriter('momentWithZone', holder.time_zone, locale)(expiresAt);
  await mail.mailer.send({
    to: { name: fullName(holder), address: holder.email },
    subject: t(`${words}.subject`, { school }),
    text: t(`${words}.body`, { name: holder.first_name, school, url, date }),
  });
}
