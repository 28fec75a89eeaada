import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { commonMessages } from '@classwright/contract/messages/common';
import { rosterPageMessages } from '@classwright/contract/messages/roster-page';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...clientErrorMessages, ...rosterPageMessages });
