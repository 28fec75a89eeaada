import { apiClientMessages } from '@classwright/contract/messages/api-clients';
import { commonMessages } from '@classwright/contract/messages/common';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...apiClientMessages });
