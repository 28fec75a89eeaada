import { commonMessages } from '@classwright/contract/messages/common';
import { homeToDoMessages } from '@classwright/contract/messages/home-to-do';
import { messages } from '../../../base/messages.ts';

/** The words of what somebody has to do next. */
export const t = messages({ ...commonMessages, ...homeToDoMessages });
