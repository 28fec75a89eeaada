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
  /** The links in an email that let its reader choose without signing in. */
  mailLinks: MailLinks;
  /** The means to send email, or null if no email can be sent. */
  mail: { jobs: Jobs; mailer: Mailer; publicUrl: URL; addressOf: (schoolId: number | null) => Promise<URL> } | null;
}
