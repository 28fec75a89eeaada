import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { dialogMessages } from '@classwright/contract/messages/dialogs';
import { syncPageMessages } from '@classwright/contract/messages/sync-page';
import { messages } from '../../../base/messages.ts';

/** Messages of the sync's own pages. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...dialogMessages, ...syncPageMessages });
