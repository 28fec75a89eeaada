import { MAIL_CHOICE_PAGE, type MailChoiceView, mailChoiceCheck, mailChoiceUpdate, DEFAULT_MAIL } from '@classwright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appNow } from '../../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import type { MailLink, MailLinks } from './mail-links.ts';
import { findAddressee } from './mail-queries.ts';
import { listPreferences, savePreferences } from './queries.ts';

/** Opens an email link. @throws MAIL_LINK_REFUSED for a code that was not issued here, MAIL_LINK_OVER */
async function open(db: Db, links: MailLinks, code: string): Promise<MailLink> {
  const link = links.read(code.trim());
  if (!link) throw appError('MAIL_LINK_REFUSED');
  if (link.endsAt <= (await appNow(db))) throw appError('MAIL_LINK_OVER');
  return link;
}

/**
 * Ends the emails of the link's kinds, or restores those that had ended to the setting when it was written. Repeating
 * changes nothing.
 */
async function choose(tx: Tx, { accountId, ways }: MailLink, sends: boolean): Promise<void> {
  if (!(await findAddressee(tx, accountId))) throw appError('MAIL_LINK_INACTIVE');
  const chosen = await listPreferences(tx, accountId);
  const ended = [...ways].filter(([kind]) => (chosen.get(kind) ?? DEFAULT_MAIL[kind]) === 'never');
  await savePreferences(tx, accountId, sends ? new Map(ended) : new Map([...ways].map(([kind]) => [kind, 'never'])));
}

/**
 * Implements the choice that anyone holding an email can make without signing in: if such emails are sent to that
 * person.
 */
export function implementMailChoice({ t, mail, mailLinks }: NotificationsDependencies): Implementation[] {
  async function load(db: Db, { accountId, ways }: MailLink): Promise<MailChoiceView> {
    const person = await findAddressee(db, accountId);
    if (!person) throw appError('MAIL_LINK_INACTIVE');
    const chosen = await listPreferences(db, accountId);
    return {
      first_name: person.first_name,
      school_name: person.school_name,
      sends_mail: mail !== null,
      mails: [...ways.keys()].map((kind) => ({ kind, mail: chosen.get(kind) ?? DEFAULT_MAIL[kind] })),
    };
  }
  return [
    implement(mailChoiceCheck, async ({ tx, input }) => load(tx, await open(tx, mailLinks, input.code))),
    implement(mailChoiceUpdate, async ({ tx, input }) => {
      const link = await open(tx, mailLinks, input.code);
      await choose(tx, link, input.sends);
      return {
        ...(await load(tx, link)),
        message: t(!input.sends ? 'mailChoice.ended' : mail === null ? 'notification.preferencesSaved' : 'mailChoice.begun'),
      };
    }),
  ];
}

export interface OneClickOptions {
  db: Db;
  mailLinks: MailLinks;
  countAddress: (request: FastifyRequest, cost: number) => void;
}

/**
 * Registers `POST /end-mails?code=`: the request of a mail program's own unsubscribe button (RFC 8058), with any body.
 * It ends such emails immediately; opening the same address only shows the page with the choice, since programs that
 * scan emails open all links. @throws MAIL_LINK_REFUSED, MAIL_LINK_OVER, MAIL_LINK_INACTIVE
 */
export function registerOneClick(app: FastifyInstance, { db, mailLinks, countAddress }: OneClickOptions): void {
  app.post(MAIL_CHOICE_PAGE, async (request, reply) => {
    countAddress(request, 1);
    const { code } = request.query as { code?: unknown };
    await inTransaction(db, async (tx) => choose(tx, await open(tx, mailLinks, typeof code === 'string' ? code : ''), false));
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('');
  });
}
