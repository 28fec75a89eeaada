import { commonMessages } from '@classwright/contract/messages/common';
import { gradebookSheetMessages } from '@classwright/contract/messages/gradebook-sheet';
import { gradebookWhatIfMessages } from '@classwright/contract/messages/gradebook-what-if';
import { messages } from '../../../../base/messages.ts';

/** Messages of the teacher's what-if. */
export const t = messages({ ...commonMessages, ...gradebookSheetMessages, ...gradebookWhatIfMessages });
