import { classScreenMessages } from '@classwright/contract/messages/class-screens';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { messages } from '../../../base/messages.ts';

/** The texts of the lists of classes. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...classScreenMessages });
