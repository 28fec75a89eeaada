import type { NotificationKind } from '@classwright/contract';

/** A notification for some people. Several sent in one call are of one kind. */
export interface Notice {
  kind: NotificationKind;
  /**
   * The subject, such as `announcement:12`: each person has one notification per key; sending it again makes it new.
   */
  key: string;
  accountIds: readonly number[];
  courseId?: number | null;
  /** The person who acted; never notified, even when listed. */
  actorId?: number | null;
  /** The values for the kind's message. They contain nothing that the recipient may not know. */
  params?: Readonly<Record<string, string | number>>;
  /** The path within the app that the notification opens. */
  path: string;
}
