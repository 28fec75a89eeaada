import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { submissionMessages } from '@classwright/contract/messages/submissions';
import { workDialogMessages } from '@classwright/contract/messages/work-dialog';
import { messages } from '../../../base/messages.ts';

/** Messages of handing in, grading and returning. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...submissionMessages, ...workDialogMessages });
