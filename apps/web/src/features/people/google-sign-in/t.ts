import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { googleMessages } from '@classwright/contract/messages/google';
import { messages } from '../../../base/messages.ts';

/** The messages of signing in with Google. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...googleMessages });
