import { commonMessages } from '@classwright/contract/messages/common';
import { dialogMessages } from '@classwright/contract/messages/dialogs';
import { messages } from '../../base/messages.ts';

/** The words of a form that is left. */
export const t = messages({ ...commonMessages, ...dialogMessages });
