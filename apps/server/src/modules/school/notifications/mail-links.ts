import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_WAYS, type MailWay, NOTIFICATION_KINDS, type NotificationKind } from '@classwright/contract';

const DAY_MS = 86_400_000;
/** A mail that is older says little of what is sent now. */
const DAYS = 180;
const LINK = /^([1-9]\d{0,15})\.(\d{1,6})\.([a-z-]+_[a-z]+(?:~[a-z-]+_[a-z]+){0,99})\.([\w-]{43})$/;

/** What a mail's own link says: whose mails, of which kinds, and the way they were sent when that mail was written. */
export interface MailLink {
  accountId: number;
  ways: ReadonlyMap<NotificationKind, MailWay>;
  endsAt: Date;
}

export interface MailLinks {
  /** Letters, digits and `. _ - ~` alone: it stands in addresses as it is. */
  write(accountId: number, ways: ReadonlyMap<NotificationKind, MailWay>, now: Date): string;
  /** Null unless it was written here, to the last letter. Says nothing about whether its time is over. */
  read(code: string): MailLink | null;
}

/** Signs, with the installation's own secret, what a mail lets whoever holds it choose without signing in: whether such mails are sent. */
export function createMailLinks(secret: string): MailLinks {
  const sign = (claim: string): Buffer => createHmac('sha256', secret).update(`mails ${claim}`).digest();
  return {
    write(accountId, ways, now) {
      const claim = `${accountId}.${Math.floor(now.getTime() / DAY_MS) + DAYS}.${[...ways].map((one) => one.join('_')).join('~')}`;
      return `${claim}.${sign(claim).toString('base64url')}`;
    },
    read(code) {
      const [, accountId, day, listed = '', given = ''] = LINK.exec(code) ?? [];
      const signature = Buffer.from(given, 'base64url');
      const right = sign(`${accountId}.${day}.${listed}`);
      // letters that decode to the same bytes are not the same letters
      if (signature.toString('base64url') !== given || signature.length !== right.length || !timingSafeEqual(signature, right)) return null;
      const ways = listed.split('~').flatMap((one): [NotificationKind, MailWay][] => {
        const [named, sent] = one.split('_');
        const kind = NOTIFICATION_KINDS.find((known) => known === named);
        const way = MAIL_WAYS.find((known) => known === sent);
        return kind && way ? [[kind, way]] : [];
      });
      return ways.length === 0 ? null : { accountId: Number(accountId), ways: new Map(ways), endsAt: new Date(Number(day) * DAY_MS) };
    },
  };
}
