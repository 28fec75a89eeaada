import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { listMessages } from '@classwright/contract/messages/lists';
import { shellMessages } from '@classwright/contract/messages/shell';
import { validationMessages } from '@classwright/contract/messages/validation';
import { messages } from '../../../base/messages.ts';
import type { MessageParams } from '@classwright/contract/messages/translate';

/** Messages of the lists. */
export const t = messages({ ...commonMessages, ...validationMessages, ...clientErrorMessages, ...shellMessages, ...listMessages });

/** Returns a message of a definition, which names messages by key. */
export const messageOf = (key: string, params?: MessageParams): string => t(key as Parameters<typeof t>[0], params);
