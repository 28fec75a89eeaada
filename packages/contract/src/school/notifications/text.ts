import type { notificationMessages } from './messages.ts';
import type { NotificationKind } from './kinds.ts';
import type { KeyOf, MessageParams } from '../../messages/translate.ts';

type Words = (key: KeyOf<typeof notificationMessages>, params?: MessageParams) => string;

/** Returns a notification as one line: with its subject, if that has a name. */
export function notificationText(t: Words, { kind, params }: { kind: NotificationKind; params: MessageParams }): string {
  const title = params.title || params.item;
  return title === undefined || title === '' ? t(`notification.${kind}.plain`, params) : t(`notification.${kind}`, { ...params, title });
}
