import { driveWindowMessages } from '@classwright/contract/messages/drive-window';
import { messages } from '../base/messages.ts';

/** Messages of the window of Google's picker. */
export const t = messages({ ...driveWindowMessages });
