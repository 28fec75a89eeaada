import { classworkPageMessages } from '@classwright/contract/messages/classwork-page';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { dialogMessages } from '@classwright/contract/messages/dialogs';
import { messages } from '../../../base/messages.ts';

/** The texts of classwork. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...dialogMessages, ...classworkPageMessages });
