import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { homeMessages } from '@classwright/contract/messages/home';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../base/messages.ts';

/** The words of the home page. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...shellMessages, ...homeMessages });
