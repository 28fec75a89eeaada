import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { peoplePageMessages } from '@classwright/contract/messages/people-page';
import { messages } from '../../../base/messages.ts';

/** The words of the people of a class, and of invitations. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...peoplePageMessages });
