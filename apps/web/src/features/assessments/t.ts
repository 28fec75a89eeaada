import { assessmentMessages } from '@classwright/contract/messages/assessments';
import { commonMessages } from '@classwright/contract/messages/common';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../base/messages.ts';

/** The words of assessments and of the form that makes them. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...shellMessages, ...assessmentMessages });
