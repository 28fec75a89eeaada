import { commonMessages } from '@classwright/contract/messages/common';
import { settingsMessages } from '@classwright/contract/messages/settings';
import { messages } from './messages.ts';

/** The words of what the shell fetches after its first paint; nothing that the first paint shows may import them. */
export const t = messages({ ...commonMessages, ...settingsMessages });
