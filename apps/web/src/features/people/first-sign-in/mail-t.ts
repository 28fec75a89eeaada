import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { mailChoiceMessages } from '@classwright/contract/messages/mail-choice';
import { notificationPreferenceMessages } from '@classwright/contract/messages/notification-preferences';
import { messages } from '../../../base/messages.ts';

/** The messages of the page that an email's own link opens. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...notificationPreferenceMessages, ...mailChoiceMessages });
