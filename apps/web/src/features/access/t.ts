import { accessMessages } from '@classwright/contract/messages/access';
import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../base/messages.ts';

/** The words of the policy explorer. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...shellMessages, ...accessMessages });
