import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { extraTimePageMessages } from '@classwright/contract/messages/extra-time-page';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...clientErrorMessages, ...extraTimePageMessages });
