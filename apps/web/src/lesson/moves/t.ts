import { teachMessages } from '@classwright/contract/messages/teach';
import { teachPartMessages } from '@classwright/contract/messages/teach-parts';
import { messages } from '../../base/messages.ts';

/** The words of how answers changed. */
export const t = messages({ ...teachMessages, ...teachPartMessages });
