import { commonMessages } from '@classwright/contract/messages/common';
import { ownGradebookMessages } from '@classwright/contract/messages/own-gradebook';
import { whyMessages } from '@classwright/contract/messages/why';
import { messages } from '../../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...ownGradebookMessages, ...whyMessages });
