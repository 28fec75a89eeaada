import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { ClassRoom } from '../classes/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';

export interface InvitationsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  notifier: Notifier;
  room: ClassRoom;
  /** Returns the current addresses of pictures. */
  pictures: (db: Db) => Promise<(pictureFileId: number) => string>;
  /** The means to send email, or null if no email can be sent. */
  mail: { jobs: Jobs; mailer: Mailer; addressOf: (schoolId: number | null) => Promise<URL> } | null;
}
