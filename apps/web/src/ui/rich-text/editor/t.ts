import { commonMessages } from '@classwright/contract/messages/common';
import { editorMessages } from '@classwright/contract/messages/editor';
import { messages } from '../../../base/messages.ts';

/** Messages of the editor, which load with it. */
export const t = messages({ ...commonMessages, ...editorMessages });
export type EditorKey = keyof typeof editorMessages;
