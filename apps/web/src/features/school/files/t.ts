import { commonMessages } from '@classwright/contract/messages/common';
import { fileMessages } from '@classwright/contract/messages/files';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import type { KeyOf } from '@classwright/contract/messages/translate';
import { messages } from '../../../base/messages.ts';

/** The messages of the file library. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...fileMessages });
export type FilesKey = KeyOf<typeof fileMessages>;
