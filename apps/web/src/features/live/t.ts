import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { liveMessages } from '@classwright/contract/messages/live';
import { teachMessages } from '@classwright/contract/messages/teach';
import { messages } from '../../base/messages.ts';

/** The words of the teacher's screen and the projector. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...liveMessages, ...teachMessages });
