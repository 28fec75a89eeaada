import { classMessages } from '@classwright/contract/messages/classes';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { messages } from '../../../base/messages.ts';

/** The texts of the page of a class. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...classMessages });
