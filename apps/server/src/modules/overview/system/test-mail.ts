import { setTimeout as sleep } from 'node:timers/promises';
import { type MailRefusal, type MessageKey, systemTestMail, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { MakeLimiter } from '../../../platform/waiting/index.ts';
import { findOwnAddress, saveCheck } from './queries.ts';

interface TestMailDependencies {
  db: Db;
  log: Pick<Log, 'warn'>;
  t: Translate<MessageKey>;
  mail: { mailer: Mailer; publicUrl: URL } | null;
  makeLimiter: MakeLimiter;
}

const LIMIT = { perMinute: 3, burst: 3 };
/** Somebody waits for it. A mail server that takes longer is late, even if it takes the email in the end. */
const PATIENCE_MS = 15_000;

/** The reasons behind the codes of the mail library. */
const REFUSALS: Readonly<Record<string, MailRefusal>> = {
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EDNS: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'late',
  EAUTH: 'signIn',
  ENOAUTH: 'signIn',
  EOAUTH2: 'signIn',
  ETLS: 'encryption',
  EREQUIRETLS: 'encryption',
  EENVELOPE: 'address',
};

/** Returns why a mail server did not take an email, by the error of the mail library. */
export const findMailRefusal = (error: unknown): MailRefusal => REFUSALS[(error as { code?: string }).code ?? ''] ?? 'unknown';

/** Sends people an email at their own address, at once, and says whether the mail server took it. */
export function implementTestMail({ db, log, t, mail, makeLimiter }: TestMailDependencies): Implementation {
  const limiter = makeLimiter('test mails', LIMIT);
  return implement(systemTestMail, async ({ actor, requestId }) => {
    if (!mail) throw appError('MAIL_NOT_SET_UP');
    const to = await findOwnAddress(db, actor.accountId);
    if (!to) throw appError('MAIL_NO_ADDRESS');
    limiter.require(String(actor.accountId));
    const host = mail.publicUrl.hostname;
    const sending = mail.mailer.send({ to, subject: t('mail.test.subject', { host }), text: t('mail.test.body', { name: to.name, host }) }).then(
      () => null,
      (error: unknown) => {
        log.warn({ err: error }, 'a test email was not taken by the mail server');
        return findMailRefusal(error);
      },
    );
    const refusal = await Promise.race([sending, sleep(PATIENCE_MS, 'late' as const, { ref: false })]);
    await inTransaction(db, async (tx) => {
      await saveCheck(tx, 'mail', refusal === null);
      await audit(tx, actor, { action: systemTestMail.name, subjectType: 'system', subjectId: null, after: { refusal }, requestId });
    });
    return { refusal };
  });
}
