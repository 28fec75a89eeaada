import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { itemAnalysisMessages } from '@classwright/contract/messages/item-analysis';
import { messages } from '../../../../base/messages.ts';

/** Messages of the item analysis. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...itemAnalysisMessages });
