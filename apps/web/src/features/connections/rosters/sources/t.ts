import { commonMessages } from '@classwright/contract/messages/common';
import { rosterSourcePageMessages } from '@classwright/contract/messages/roster-source-page';
import { messages } from '../../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...rosterSourcePageMessages });
