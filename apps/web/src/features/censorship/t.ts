import { censorshipMessages } from '@classwright/contract/messages/censorship';
import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../base/messages.ts';

/** The words of the review of censored texts. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...shellMessages, ...censorshipMessages });
