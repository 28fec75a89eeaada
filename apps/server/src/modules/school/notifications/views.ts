import type { NotificationView } from '@classwright/contract';
import type { NotificationRow } from './queries.ts';

/** Returns the values for a row's message: its stored parameters and the current names. */
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
