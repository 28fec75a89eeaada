import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from './messages.ts';

/** The words of shell, home and lists. A feature with a part of its own makes its `t` from that part. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...shellMessages });
