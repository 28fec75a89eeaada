import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { liveMessages } from '@classwright/contract/messages/live';
import { teachMessages } from '@classwright/contract/messages/teach';
import { teachLaterMessages } from '@classwright/contract/messages/teach-later';
import { messages } from '../../base/messages.ts';

/** The words of the teacher's screen, and of what is fetched after it stands. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...liveMessages, ...teachMessages, ...teachLaterMessages });
