import { dialogMessages } from '@classwright/contract/messages/dialogs';
import { commonMessages } from '@classwright/contract/messages/common';
import { contentMessages } from '@classwright/contract/messages/content';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { questionBankMessages } from '@classwright/contract/messages/question-bank';
import { questionMessages } from '@classwright/contract/messages/questions';
import { shellMessages } from '@classwright/contract/messages/shell';
import type { MessageParams } from '@classwright/contract/messages/translate';
import type { StatusLabel } from '@classwright/rules/questions/approval';
import { computeHalfStep } from '@classwright/rules/questions/ratings';
import { messages } from '../../../base/messages.ts';

/** Messages of the question bank. */
export const t = messages({
  ...commonMessages,
  ...dialogMessages,
  ...clientErrorMessages,
  ...shellMessages,
  ...contentMessages,
  ...questionMessages,
  ...questionBankMessages,
});
export type BankKey = Parameters<typeof t>[0];

/** Returns a message of a rule, which names messages by key. */
export const messageOf = (key: string, params?: MessageParams): string => t(key as BankKey, params);

/** Returns the name of an approval status. */
export const statusWords = (status: StatusLabel): string => t(`question.status.${status}`);

/** Returns the word for an average rating of 1 to 5. */
export const ratingWords = (average: number): string => t(`bank.rating.${computeHalfStep(average)}` as BankKey);

/** Returns a message with a count, singular or plural. */
export const tCount = (key: 'bank.count' | 'bank.form.invalid', count: number): string => t(key, { count });
