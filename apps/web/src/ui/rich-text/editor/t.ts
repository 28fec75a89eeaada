import { commonMessages } from '@classwright/contract/messages/common';
import { editorMessages } from '@classwright/contract/messages/editor';
import { messages } from '../../../base/messages.ts';

/** The words of the editor, which come with it. */
export const t = messages({ ...commonMessages, ...editorMessages });
export type EditorKey = keyof typeof editorMessages;
