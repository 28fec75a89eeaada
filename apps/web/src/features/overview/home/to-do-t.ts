import { commonMessages } from '@classwright/contract/messages/common';
import { homeToDoMessages } from '@classwright/contract/messages/home-to-do';
import { messages } from '../../../base/messages.ts';

/** Messages of the list of things to do. */
export const t = messages({ ...commonMessages, ...homeToDoMessages });
