import { commonMessages } from '@classwright/contract/messages/common';
import { importRemedyMessages } from '@classwright/contract/messages/import-remedies';
import { importTakeBackMessages } from '@classwright/contract/messages/import-take-back';
import { messages } from '../../base/messages.ts';

/** Messages of fixing and undoing an import. */
export const t = messages({ ...commonMessages, ...importRemedyMessages, ...importTakeBackMessages });
