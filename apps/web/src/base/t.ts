import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from './messages.ts';

/** The texts of shell, home and lists. A feature with its own part creates its `t` from that part. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages });
