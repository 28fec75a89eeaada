import { commonMessages } from '@classwright/contract/messages/common';
import { failedJobMessages } from '@classwright/contract/messages/failed-jobs';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...failedJobMessages });
