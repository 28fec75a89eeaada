import { commonMessages } from '@classwright/contract/messages/common';
import { importRemedyMessages } from '@classwright/contract/messages/import-remedies';
import { importTakeBackMessages } from '@classwright/contract/messages/import-take-back';
import { messages } from '../../base/messages.ts';

/** The words of what mends an import, and of taking one back. */
export const t = messages({ ...commonMessages, ...importRemedyMessages, ...importTakeBackMessages });
