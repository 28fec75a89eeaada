import type { MessageKey, Translate } from '@classwright/contract';
import type { Notifier } from '../../school/notifications/index.ts';
import type { ClassRoom } from './room.ts';
import type { CourseViews } from './views.ts';

/** What the calls of classes need. */
export interface ClassDependencies {
  t: Translate<MessageKey>;
  notifier: Notifier;
  room: ClassRoom;
  views: CourseViews;
}
