import { tableMessages } from '@classwright/contract/messages/table';
import { messages } from '../../base/messages.ts';

/** The words that only tables need; those that the first screens carry anyway are `app/t.ts`'s. */
export const tableWords = messages(tableMessages);
