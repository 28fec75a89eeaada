import { calendarMessages } from '@classwright/contract/messages/calendar';
import { commonMessages } from '@classwright/contract/messages/common';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...calendarMessages });
