import type { NotificationView } from '@classwright/contract';
import type { NotificationRow } from './queries.ts';

/** What fills the words of a row's kind: what it was told with, and the names of now. */
export const toParams = ({ params, class_name, actor_name }: NotificationRow): NotificationView['params'] => ({
  ...params,
  class: class_name ?? '',
  actor: actor_name ?? '',
});

export const toNotificationView = (row: NotificationRow): NotificationView => ({
  id: row.id,
  kind: row.kind,
  params: toParams(row),
  path: row.path,
  created_at: row.created_at.toISOString(),
  read_at: row.read_at?.toISOString() ?? null,
});
