import { accountMessages } from '@classwright/contract/messages/accounts';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { messages } from '../../../base/messages.ts';

/** Messages of the profile and password. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...accountMessages });
