import { commonMessages } from '@classwright/contract/messages/common';
import { homeMessages } from '@classwright/contract/messages/home';
import { studentHomeMessages } from '@classwright/contract/messages/student-home';
import { messages } from '../../../base/messages.ts';

/** Messages of a student's home page. */
export const t = messages({ ...commonMessages, ...homeMessages, ...studentHomeMessages });
