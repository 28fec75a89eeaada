import type { MessageKey } from '@classwright/contract/messages/en';
import type { Translate } from '@classwright/contract/messages/translate';
import { englishTexts } from './english-texts.ts';
import { messages } from './messages.ts';

export type { MessageKey };

/** Returns the text of a key. Call it while rendering, never when a module loads: languages other than English arrive later. */
export const t: Translate<MessageKey> = messages(englishTexts);

/** Checks whether a key that was put together from what the server sent has a text. */
export const hasText = (key: string): key is MessageKey => key in englishTexts;
