import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { keptGradeMessages } from '@classwright/contract/messages/kept-grades';
import { messages } from '../../../base/messages.ts';

/** The messages of grades stored on a device. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...keptGradeMessages });
