import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { signInMessages } from '@classwright/contract/messages/sign-in';
import { messages } from '../../../base/messages.ts';

/** Messages of the sign-in page. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages, ...signInMessages });
