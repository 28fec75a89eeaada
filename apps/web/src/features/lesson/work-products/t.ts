import { commonMessages } from '@classwright/contract/messages/common';
import { workProductMessages } from '@classwright/contract/messages/work-products';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...workProductMessages });
