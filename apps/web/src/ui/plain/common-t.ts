import { commonMessages } from '@classwright/contract/messages/common';
import { messages } from '../../base/messages.ts';

/** Messages of components that both entries use. */
export const t = messages(commonMessages);
export type CommonKey = keyof typeof commonMessages;
