import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { gradebookSheetMessages } from '@classwright/contract/messages/gradebook-sheet';
import { messages } from '../../../base/messages.ts';

/** Messages of the gradebook. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...gradebookSheetMessages });
