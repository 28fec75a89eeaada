import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { streamMessages } from '@classwright/contract/messages/stream';
import { messages } from '../../../base/messages.ts';

/** The texts of announcements. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...streamMessages });
