import { commonMessages } from '@classwright/contract/messages/common';
import { importRemedyMessages } from '@classwright/contract/messages/import-remedies';
import { importUndoMessages } from '@classwright/contract/messages/import-undo';
import { messages } from '../../base/messages.ts';

/** Messages of fixing and undoing an import. */
export const t = messages({ ...commonMessages, ...importRemedyMessages, ...importUndoMessages });
