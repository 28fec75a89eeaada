import { accountMessages } from '@classwright/contract/messages/accounts';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { messages } from '../../../base/messages.ts';

/** The messages of links, cards and the first start. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...accountMessages });
