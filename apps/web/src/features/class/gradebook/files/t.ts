import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { gradeFileDialogMessages } from '@classwright/contract/messages/grade-file-dialogs';
import { messages } from '../../../../base/messages.ts';

/** The messages of files of grades. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...gradeFileDialogMessages });
