import { commonMessages } from '@classwright/contract/messages/common';
import { dialogMessages } from '@classwright/contract/messages/dialogs';
import { messages } from '../../base/messages.ts';

/** Messages of leaving a form. */
export const t = messages({ ...commonMessages, ...dialogMessages });
