import { commonMessages } from '@classwright/contract/messages/common';
import { driveMessages } from '@classwright/contract/messages/drive';
import { driveWindowMessages } from '@classwright/contract/messages/drive-window';
import { fileMessages } from '@classwright/contract/messages/files';
import { messages } from '../../../../base/messages.ts';

/** The messages of files from Google Drive in forms. */
export const t = messages({ ...commonMessages, ...fileMessages, ...driveMessages, ...driveWindowMessages });
