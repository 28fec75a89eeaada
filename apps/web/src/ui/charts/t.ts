import { chartMessages } from '@classwright/contract/messages/charts';
import { messages } from '../../base/messages.ts';

/** Messages of charts. */
export const t = messages(chartMessages);
export type ChartKey = keyof typeof chartMessages;
