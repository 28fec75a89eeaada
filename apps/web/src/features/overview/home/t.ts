import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { homeMessages } from '@classwright/contract/messages/home';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../../base/messages.ts';

/** Messages of the home page. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages, ...homeMessages });
