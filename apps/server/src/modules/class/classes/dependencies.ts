import type { MessageKey, Translate } from '@classwright/contract';
import type { Notifier } from '../../school/notifications/index.ts';
import type { ClassRoom } from './room.ts';
import type { CourseViews } from './views.ts';

/** The shared dependencies of the calls of classes. */
export interface ClassDependencies {
  t: Translate<MessageKey>;
  notifier: Notifier;
  room: ClassRoom;
  views: CourseViews;
}
