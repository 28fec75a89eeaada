import { commonMessages } from '@classwright/contract/messages/common';
import { questionToolMessages } from '@classwright/contract/messages/question-tools';
import { messages } from '../../../base/messages.ts';

/** Messages of the buttons. Those of the dialogs load with them. */
export const t = messages({ ...commonMessages, ...questionToolMessages });
