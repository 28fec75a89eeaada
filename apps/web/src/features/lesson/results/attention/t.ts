import { attentionPageMessages } from '@classwright/contract/messages/attention-page';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { messages } from '../../../../base/messages.ts';

/** Messages of the page "Who needs attention". */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...attentionPageMessages });
