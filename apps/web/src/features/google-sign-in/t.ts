import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { googleMessages } from '@classwright/contract/messages/google';
import { messages } from '../../base/messages.ts';

/** The words of signing in with Google. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...googleMessages });
