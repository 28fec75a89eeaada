import { attentionPageMessages } from '@classwright/contract/messages/attention-page';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { messages } from '../../../../base/messages.ts';

/** The words of the list of those to look after. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...attentionPageMessages });
