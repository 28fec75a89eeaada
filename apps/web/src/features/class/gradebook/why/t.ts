import { whyMessages } from '@classwright/contract/messages/why';
import { messages } from '../../../../base/messages.ts';

export const t = messages(whyMessages);
