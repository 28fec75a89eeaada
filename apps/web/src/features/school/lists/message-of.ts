import { type MessageKey, t } from '../../../base/t.ts';
import type { MessageParams } from '@classwright/contract/messages/translate';

/** Returns a message of a definition, which names messages by key. */
export const messageOf = (key: string, params?: MessageParams): string => t(key as MessageKey, params);
