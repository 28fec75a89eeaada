import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { listManyMessages } from '@classwright/contract/messages/list-many';
import { messages } from '../../../../base/messages.ts';

/** Messages of actions on many rows. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...listManyMessages });
