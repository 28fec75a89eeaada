import { accountMessages } from '@classwright/contract/messages/accounts';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { questionImportMessages } from '@classwright/contract/messages/question-import';
import { questionToolMessages } from '@classwright/contract/messages/question-tools';
import { questionMessages } from '@classwright/contract/messages/questions';
import { messages } from '../../../base/messages.ts';

/** The words of importing and exporting questions; of imports of any kind, those of the accounts'. */
export const t = messages({
  ...commonMessages,
  ...clientErrorMessages,
  ...accountMessages,
  ...questionMessages,
  ...questionImportMessages,
  ...questionToolMessages,
});
