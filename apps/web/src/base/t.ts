import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from './messages.ts';

/** The words of shell, home and lists. A feature with a part of its own makes its `t` from that part. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages });
