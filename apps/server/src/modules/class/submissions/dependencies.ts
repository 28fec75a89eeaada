import type { MessageKey, Translate } from '@classwright/contract';
import type { ClassRoom } from '../classes/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';

export interface SubmissionsDependencies {
  t: Translate<MessageKey>;
  notifier: Notifier;
  room: ClassRoom;
  realtime: Pick<Realtime, 'publish'>;
  fileLinks: FileLinks;
}
