import { toEmailKey } from './modules/people/accounts/index.ts';
import type { Db } from './platform/database/index.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/index.ts';
import { isAddressSuspended } from './platform/suspensions-queries.ts';

/** Sends emails except those to people of a suspended school, which are dropped: the notices on Home remain. */
export function createMailOfOpenSchools(mailer: Mailer, { db, log }: { db: Db; log: Pick<Log, 'info'> }): Mailer {
  return {
    async send(mail) {
      if (await isAddressSuspended(db, toEmailKey(mail.to.address)))
        log.info({ event: 'mail dropped' }, 'an email to a person of a suspended school is not sent');
      else await mailer.send(mail);
    },
    check: () => mailer.check(),
    close: () => mailer.close(),
  };
}
