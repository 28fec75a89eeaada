import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { keptGradeMessages } from '@classwright/contract/messages/kept-grades';
import { messages } from '../../../base/messages.ts';

/** The words of grades that a device keeps. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...keptGradeMessages });
