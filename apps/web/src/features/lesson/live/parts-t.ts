import { chartMessages } from '@classwright/contract/messages/charts';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { liveMessages } from '@classwright/contract/messages/live';
import { teachMessages } from '@classwright/contract/messages/teach';
import { teachPartMessages } from '@classwright/contract/messages/teach-parts';
import { messages } from '../../../base/messages.ts';

/** Messages of the teacher's screen and of the parts loaded after it. */
export const t = messages({ ...commonMessages, ...chartMessages, ...clientErrorMessages, ...liveMessages, ...teachMessages, ...teachPartMessages });
