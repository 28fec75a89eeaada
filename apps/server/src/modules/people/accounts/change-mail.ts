import type { AccountChange, MessageKey, Translate } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { createDateWriter } from '../../../platform/dates.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import { type Device, nameDevice } from './device-name.ts';
import type { MailSetting } from './links/mail.ts';
import { findLinkHolder } from './links/queries.ts';
import { insertChange } from './change-queries.ts';
import { countSignIns, hasUsedDevice } from './queries.ts';
import { fullName } from './views.ts';

/** The job that mails people what changed about the ways into their account, so that they notice what they did not do themselves. */
const CHANGE_MAIL = 'account.changed.mail';
const TRIES = 8;

type Changed = 'device' | AccountChange;

interface ChangeMail {
  account_id: number;
  what: Changed;
  at: string;
  /** The browser and system of a new device, as it called itself. */
  device: string;
  /** The former address after a change of it. Null: the current one. */
  to: string | null;
}

interface Change {
  accountId: number;
  what: AccountChange;
  /** The sign-in that made it. Null: somebody else made it. */
  tokenId: number | null;
}

/** Shows a person a change of their account on Home, and mails it after the commit where the school's server sends mail. */
export async function announceChange(tx: Tx, mail: { jobs: Jobs } | null, { accountId, what, tokenId }: Change): Promise<void> {
  await insertChange(tx, { accountId, what, tokenId });
  await mailChange(tx, mail, { accountId, what });
}

async function mailChange(
  tx: Tx,
  mail: { jobs: Jobs } | null,
  { accountId, what, device = '', to }: { accountId: number; what: Changed; device?: string; to?: string },
): Promise<void> {
  if (!mail) return;
  const payload: ChangeMail = { account_id: accountId, what, at: (await appNow(tx)).toISOString(), device, to: to ?? null };
  await mail.jobs.enqueue<ChangeMail>(tx, CHANGE_MAIL, [payload]);
}

/** Mails a person that a device signed in that has not signed in to the account before. The first device of all is no news. */
export async function mailNewDevice(tx: Tx, mail: { jobs: Jobs } | null, accountId: number, device: Device): Promise<void> {
  if (!mail || (await hasUsedDevice(tx, accountId, device))) return;
  await mailChange(tx, mail, { accountId, what: 'device', device: device.label });
}

/** Shows on Home that an address was replaced, and mails the former one. An account that was never used has nobody to notice. */
export async function announceNewEmail(
  tx: Tx,
  mail: { jobs: Jobs } | null,
  { id, email }: { id: number; email: string },
  tokenId: number | null,
): Promise<void> {
  if ((await countSignIns(tx, id)) === 0) return;
  await insertChange(tx, { accountId: id, what: 'email', tokenId });
  if (mail && (await findLinkHolder(tx, id))?.is_mailable) await mailChange(tx, mail, { accountId: id, what: 'email', to: email });
}

/**
 * Creates the job that writes these mails. Students are mailed only when their address changes, since they share devices and an
 * administrator hands out their passwords.
 */
export function changeMailJob({ db, t, locale, mail }: { db: Db; t: Translate<MessageKey>; locale: string; mail: MailSetting }): JobKind<ChangeMail> {
  return {
    kind: CHANGE_MAIL,
    tries: TRIES,
    lane: 'outside',
    async run({ account_id, what, at, device, to }) {
      const holder = await findLinkHolder(db, account_id);
      if (!holder || (what !== 'email' && (!holder.is_staff || !holder.status || !holder.is_mailable))) return;
      const { browser, system } = nameDevice(device);
      const words = {
        name: holder.first_name,
        school: holder.school_name ?? mail.publicUrl.hostname,
        date: createDateWriter('momentWithZone', holder.time_zone, locale)(new Date(at)),
        device: browser && system ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknown')),
        url: (await mail.addressOf(holder.school_id)).origin,
      };
      await mail.mailer.send({
        to: { name: fullName(holder), address: to ?? holder.email },
        subject: t(`mail.changed.${what}.subject`, words),
        text: `${t(`mail.changed.${what}.body`, words)}${t(what === 'email' ? 'mail.changed.askSchool' : 'mail.changed.notYou', words)}`,
      });
    },
  };
}
