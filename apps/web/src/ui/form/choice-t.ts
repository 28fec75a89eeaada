import { choiceMessages } from '@classwright/contract/messages/choices';
import { commonMessages } from '@classwright/contract/messages/common';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../base/messages.ts';

/** Messages of fields with searched options. */
export const t = messages({ ...commonMessages, ...shellMessages, ...choiceMessages });
