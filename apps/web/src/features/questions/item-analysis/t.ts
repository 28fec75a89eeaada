import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { itemAnalysisMessages } from '@classwright/contract/messages/item-analysis';
import { messages } from '../../../base/messages.ts';

/** The words of the item analysis. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...itemAnalysisMessages });
