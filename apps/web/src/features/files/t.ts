import { commonMessages } from '@classwright/contract/messages/common';
import { fileMessages } from '@classwright/contract/messages/files';
import { firstErrorMessages } from '@classwright/contract/messages/first-errors';
import { messages } from '../../base/messages.ts';

/** The words of the file library. */
export const t = messages({ ...commonMessages, ...firstErrorMessages, ...fileMessages });
export type FilesKey = keyof typeof fileMessages;
