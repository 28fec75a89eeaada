import { bellMessages } from '@classwright/contract/messages/bell';
import { commonMessages } from '@classwright/contract/messages/common';
import { myNotificationMessages } from '@classwright/contract/messages/my-notifications';
import { notificationPreferenceMessages } from '@classwright/contract/messages/notification-preferences';
import { notificationMessages } from '@classwright/contract/messages/notifications';
import { messages } from '../../../base/messages.ts';

/** Messages of notifications. */
export const t = messages({ ...commonMessages, ...bellMessages, ...notificationMessages, ...notificationPreferenceMessages });

/** Messages of the notifications page. */
export const pageT = messages({ ...bellMessages, ...myNotificationMessages });
