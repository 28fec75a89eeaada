import { commonMessages } from '@classwright/contract/messages/common';
import { gradebookSheetMessages } from '@classwright/contract/messages/gradebook-sheet';
import { gradebookWhatIfMessages } from '@classwright/contract/messages/gradebook-what-if';
import { messages } from '../../../../base/messages.ts';

/** The words of what a teacher tries out. */
export const t = messages({ ...commonMessages, ...gradebookSheetMessages, ...gradebookWhatIfMessages });
