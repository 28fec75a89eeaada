import { commonMessages } from '@classwright/contract/messages/common';
import { fieldMessages } from '@classwright/contract/messages/fields';
import { messages } from '../../base/messages.ts';

/** Messages of fields. */
export const t = messages({ ...commonMessages, ...fieldMessages });
