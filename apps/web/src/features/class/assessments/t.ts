import { assessmentMessages } from '@classwright/contract/messages/assessments';
import { dialogMessages } from '@classwright/contract/messages/dialogs';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../../base/messages.ts';

/** The texts of assessments and of their form. */
export const t = messages({ ...commonMessages, ...dialogMessages, ...clientErrorMessages, ...shellMessages, ...assessmentMessages });
