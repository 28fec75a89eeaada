import { commonMessages } from '@classwright/contract/messages/common';
import { importRemedyMessages } from '@classwright/contract/messages/import-remedies';
import { messages } from '../../../app/messages.ts';

/** The words of what would mend an import. */
export const t = messages({ ...commonMessages, ...importRemedyMessages });
