import { commonMessages } from '@classwright/contract/messages/common';
import { contentMessages } from '@classwright/contract/messages/content';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { questionBankMessages } from '@classwright/contract/messages/question-bank';
import { questionMessages } from '@classwright/contract/messages/questions';
import { shellMessages } from '@classwright/contract/messages/shell';
import type { MessageParams } from '@classwright/contract/messages/translate';
import { messages } from '../../base/messages.ts';

/** The words of the question bank. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages, ...contentMessages, ...questionMessages, ...questionBankMessages });
export type BankKey = Parameters<typeof t>[0];

/** The words of a rule, which names them by their keys. */
export const say = (key: string, params?: MessageParams): string => t(key as BankKey, params);

/** One or many, each in its own words. */
export const tCount = (key: 'bank.count' | 'bank.form.invalid', count: number): string => t(key, { count });
