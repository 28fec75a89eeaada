import { teachMessages } from '@classwright/contract/messages/teach';
import { teachPartMessages } from '@classwright/contract/messages/teach-parts';
import { messages } from '../../base/messages.ts';

/** Messages about changed answers. */
export const t = messages({ ...teachMessages, ...teachPartMessages });
