import { commonMessages } from '@classwright/contract/messages/common';
import { joinMessages } from '@classwright/contract/messages/join';
import { liveMessages } from '@classwright/contract/messages/live';
import { messages } from '../base/messages.ts';

/** Messages of the student's lesson. */
export const t = messages({ ...commonMessages, ...joinMessages, ...liveMessages });
