import { commonMessages } from '@classwright/contract/messages/common';
import { gradebookSheetMessages } from '@classwright/contract/messages/gradebook-sheet';
import { gradebookUnsavedMessages } from '@classwright/contract/messages/gradebook-unsaved';
import { messages } from '../../../../base/messages.ts';

/** The words of the list of grades that are not saved. */
export const t = messages({ ...commonMessages, ...gradebookSheetMessages, ...gradebookUnsavedMessages });
