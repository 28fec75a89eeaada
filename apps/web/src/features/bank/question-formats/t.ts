import { accountMessages } from '@classwright/contract/messages/accounts';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { questionImportMessages } from '@classwright/contract/messages/question-import';
import { questionToolMessages } from '@classwright/contract/messages/question-tools';
import { questionMessages } from '@classwright/contract/messages/questions';
import { messages } from '../../../base/messages.ts';

/** Messages of importing and exporting questions. Messages about imports in general come from the accounts. */
export const t = messages({
  ...commonMessages,
  ...clientErrorMessages,
  ...accountMessages,
  ...questionMessages,
  ...questionImportMessages,
  ...questionToolMessages,
});
