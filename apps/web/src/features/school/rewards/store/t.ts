import { commonMessages } from '@classwright/contract/messages/common';
import { storeMessages } from '@classwright/contract/messages/store';
import { messages } from '../../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...storeMessages });
