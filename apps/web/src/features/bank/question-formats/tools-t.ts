import { commonMessages } from '@classwright/contract/messages/common';
import { questionToolMessages } from '@classwright/contract/messages/question-tools';
import { messages } from '../../../base/messages.ts';

/** The words of the buttons; those of the dialogs come with them. */
export const t = messages({ ...commonMessages, ...questionToolMessages });
