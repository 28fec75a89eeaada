import { commonMessages } from '@classwright/contract/messages/common';
import { gradebookOneByOneMessages } from '@classwright/contract/messages/gradebook-one-by-one';
import { gradebookSheetMessages } from '@classwright/contract/messages/gradebook-sheet';
import { messages } from '../../../base/messages.ts';

/** Messages of the gradebook on a phone. */
export const t = messages({ ...commonMessages, ...gradebookSheetMessages, ...gradebookOneByOneMessages });
