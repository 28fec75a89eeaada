import { accessMessages } from '@classwright/contract/messages/access';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../../base/messages.ts';

/** The texts of the policy explorer. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages, ...accessMessages });
