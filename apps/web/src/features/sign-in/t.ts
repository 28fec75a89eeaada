import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { signInMessages } from '@classwright/contract/messages/sign-in';
import { messages } from '../../base/messages.ts';

/** The words of the sign-in page. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...shellMessages, ...signInMessages });
