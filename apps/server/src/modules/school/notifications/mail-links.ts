import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_WAYS, type MailWay, NOTIFICATION_KINDS, type NotificationKind } from '@classwright/contract';

const DAY_MS = 86_400_000;
/** The lifetime of an email's link; an older email no longer reflects what is sent. */
const DAYS = 180;
const LINK = /^([1-9]\d{0,15})\.(\d{1,6})\.([a-z-]+_[a-z]+(?:~[a-z-]+_[a-z]+){0,99})\.([\w-]{43})$/;

/**
 * The content of an email's own link: the person, the kinds of emails, and how they were sent when the email was
 * written.
 */
export interface MailLink {
  accountId: number;
  ways: ReadonlyMap<NotificationKind, MailWay>;
  endsAt: Date;
}

export interface MailLinks {
  /** Writes a code of letters, digits and `. _ - ~` only, so that it fits into addresses unchanged. */
  write(accountId: number, ways: ReadonlyMap<NotificationKind, MailWay>, now: Date): string;
  /** Reads a code. Returns null unless every character is as it was issued here. Does not check if it has expired. */
  read(code: string): MailLink | null;
}

/**
 * Creates signed links, with the installation's own secret, that let anyone holding an email choose without signing in:
 * if such emails are sent.
 */
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
      // different characters can decode to the same bytes; only the original characters are accepted
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
