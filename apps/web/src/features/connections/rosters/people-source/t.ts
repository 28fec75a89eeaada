import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { peopleSourceMessages } from '@classwright/contract/messages/people-source';
import { messages } from '../../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...clientErrorMessages, ...peopleSourceMessages });
