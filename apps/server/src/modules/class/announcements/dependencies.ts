import type { MessageKey, Translate } from '@classwright/contract';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Censor } from '../censorship/index.ts';
import type { ClassRoom } from '../classes/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';

export interface AnnouncementsDependencies {
  t: Translate<MessageKey>;
  jobs: Pick<Jobs, 'enqueue'>;
  notifier: Notifier;
  room: ClassRoom;
  fileLinks: FileLinks;
  censor: Censor;
}
