import { gridMessages } from '@classwright/contract/messages/grid';
import { messages } from '../../base/messages.ts';

/** Messages of grids. */
export const gridWords = messages(gridMessages);
