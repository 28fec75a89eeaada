import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { syncButtonMessages } from '@classwright/contract/messages/sync-buttons';
import { messages } from '../../../base/messages.ts';

/** Messages of the sync on class pages. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...syncButtonMessages });
