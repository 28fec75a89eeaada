import { commonMessages } from '@classwright/contract/messages/common';
import { gradebookSheetMessages } from '@classwright/contract/messages/gradebook-sheet';
import { gradebookUnsavedMessages } from '@classwright/contract/messages/gradebook-unsaved';
import { messages } from '../../../../base/messages.ts';

/** Messages of the list of unsaved grades. */
export const t = messages({ ...commonMessages, ...gradebookSheetMessages, ...gradebookUnsavedMessages });
