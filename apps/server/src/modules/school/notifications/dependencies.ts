import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { MailLinks } from './mail-links.ts';

export interface NotificationsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  realtime: Pick<Realtime, 'publish'>;
  /** Of what a mail lets its reader choose without signing in. */
  mailLinks: MailLinks;
  /** Null where no mail can be sent. */
  mail: { jobs: Jobs; mailer: Mailer; publicUrl: URL } | null;
}
