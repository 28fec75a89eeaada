import { tableMessages } from '@classwright/contract/messages/table';
import { messages } from '../../base/messages.ts';

/** Messages that only tables need. Those that the first screens load anyway are in `app/t.ts`. */
export const tableWords = messages(tableMessages);
