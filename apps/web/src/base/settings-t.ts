import { commonMessages } from '@classwright/contract/messages/common';
import { settingsMessages } from '@classwright/contract/messages/settings';
import { messages } from './messages.ts';

/** The texts of parts that the shell fetches after its first paint. Nothing in the first paint may import them. */
export const t = messages({ ...commonMessages, ...settingsMessages });
