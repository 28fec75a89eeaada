import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { gradeActDialogMessages } from '@classwright/contract/messages/grade-act-dialogs';
import { submissionMessages } from '@classwright/contract/messages/submissions';
import { messages } from '../../../../base/messages.ts';

/** The messages of acts on many grades. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...submissionMessages, ...gradeActDialogMessages });
