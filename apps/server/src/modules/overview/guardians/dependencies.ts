import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import type { SignUp } from '../../people/accounts/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import type { FileLinks } from '../../school/files/index.ts';

export interface GuardiansDependencies {
  db: Db;
  t: Translate<MessageKey>;
  language: { locale: string };
  sealer: Sealer;
  fileLinks: FileLinks;
  signUp: SignUp;
  notifier: Notifier;
  realtime: Pick<Realtime, 'publish'>;
}
