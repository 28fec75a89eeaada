import { MAIL_CHOICE_PAGE, type MailWay, NOTIFICATION_KINDS, type NotificationKind, notificationText, DEFAULT_MAIL } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type JobKind, type Scheduled, scheduledJob } from '../../../platform/jobs/index.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import { type Addressee, claimDue, findAddressee, listToMail } from './mail-queries.ts';
import { listPreferences, type NotificationRow } from './queries.ts';
import { toParams } from './views.ts';

const MAIL = 'notifications.mail';
const PLAN = 'notifications.plan';
const TRIES = 8;
/** The number of people whose emails are planned in one transaction. */
const PEOPLE_AT_ONCE = 500;
/** The maximum number of lines in one email. */
const MOST_LINES = 30;

interface NotificationMail {
  account_id: number;
  /** The notifications to include if they still apply when the email is written. */
  ids: number[];
}

const UNMAILED = NOTIFICATION_KINDS.filter((kind) => DEFAULT_MAIL[kind] === 'never');

/**
 * Creates two kinds of jobs: one claims due notifications every minute and plans an email for each person in the same
 * transaction; the other writes and sends one email. A claim is exclusive, so each email is planned once for any number
 * of processes.
 */
export function notificationMailJobs(dependencies: NotificationsDependencies): JobKind<never>[] {
  const { db, mail } = dependencies;
  if (!mail) return [];
  const plan: JobKind<Scheduled> = scheduledJob(PLAN, 1, async () => {
    let planned: number;
    do {
      planned = await inTransaction(db, async (tx) => {
        const due = await claimDue(tx, PEOPLE_AT_ONCE);
        await mail.jobs.enqueue<NotificationMail>(
          tx,
          MAIL,
          due.filter(({ ids }) => ids.length > 0),
        );
        return due.length;
      });
    } while (planned === PEOPLE_AT_ONCE);
  });
  const send: JobKind<NotificationMail> = {
    kind: MAIL,
    tries: TRIES,
    lane: 'outside',
    async run({ account_id, ids }) {
      const person = await findAddressee(db, account_id);
      const rows = person ? await listToMail(db, account_id, ids, UNMAILED) : [];
      if (!person || rows.length === 0) return;
      const chosen = await listPreferences(db, account_id);
      const ways = new Map(rows.map(({ kind }): [NotificationKind, MailWay] => [kind, chosen.get(kind) ?? DEFAULT_MAIL[kind]]));
      const code = dependencies.mailLinks.write(account_id, ways, await appNow(db));
      await mail.mailer.send(write(dependencies, await mail.addressOf(person.school_id), person, rows, code));
    },
  };
  return [plan as JobKind<never>, send as JobKind<never>];
}

/** Writes one email with all of a person's due notifications. */
function write({ t }: NotificationsDependencies, address: URL, person: Addressee, rows: readonly NotificationRow[], code: string) {
  const texts = rows.map((row) => ({ row, text: notificationText(t, { kind: row.kind, params: toParams(row) }) }));
  const school = person.school_name ?? address.hostname;
  const lines = texts.slice(0, MOST_LINES).map(({ row, text }) => {
    const about = [row.class_name, row.actor_name].filter(Boolean).join(' · ');
    return `${about ? `${text}\n${about}` : text}\n${new URL(row.path, address).href}`;
  });
  const more = texts.length - lines.length;
  return {
    to: { name: `${person.first_name} ${person.last_name}`.trim(), address: person.email },
    subject: oneLine(t('notificationEmail.subject', { school, count: texts.length, first: texts[0]?.text ?? '' })),
    endAt: new URL(`${MAIL_CHOICE_PAGE}?code=${code}`, address),
    text: [
      t('notificationEmail.greeting', { name: person.first_name }),
      ...lines,
      ...(more > 0 ? [t('notificationEmail.more', { count: more })] : []),
      `${t('notificationEmail.choose')}\n${new URL('/profile', address).href}`,
      `${t('notificationEmail.end')}\n${new URL(`${MAIL_CHOICE_PAGE}#code=${code}`, address).href}`,
      school,
    ].join('\n\n'),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
