import type { NotificationKind } from '@classwright/contract';

/** What some people are to be told. Several that are told at once are of one kind. */
export interface Notice {
  kind: NotificationKind;
  /** What it is about, such as `announcement:12`: each person is told once, and anew when it is told again. */
  key: string;
  accountIds: readonly number[];
  courseId?: number | null;
  /** Who did it; is never told of it, also when named. */
  actorId?: number | null;
  /** Fill the words of the kind. Nothing that the person may not know. */
  params?: Readonly<Record<string, string | number>>;
  /** Where it leads within the app. */
  path: string;
}
