import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { peoplePageMessages } from '@classwright/contract/messages/people-page';
import { messages } from '../../../base/messages.ts';

/** Messages of a class's people and invitations. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...peoplePageMessages });
