import type { Editor } from '@tiptap/core';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { useEffect } from 'react';
import type { Echoes } from './echoes.ts';

/** The browser delivers the last letters of a composition just after its end. */
const AFTER_COMPOSITION_MS = 100;

/**
 * Keeps an editor at the form's value. Only text by others is applied (another tab, a draft from the server): the
 * writer's own text returns a render later, and setting it would remove letters typed since. Nothing is applied while a
 * word is being composed.
 */
export function useValue(editor: Editor | null, echoes: Echoes | null, value: RichTextDocument): void {
  useEffect(() => {
    if (!editor || !echoes?.isForeign(value)) return undefined;
    const { dom } = editor.view;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      if (editor.isDestroyed || editor.view.composing || !echoes.isForeign(value)) return;
      const { from, to } = editor.state.selection;
      echoes.taken(value);
      editor
        .chain()
        .setContent(value, { emitUpdate: false })
        .command(({ tr, commands }) => commands.setTextSelection({ from: Math.min(from, tr.doc.content.size), to: Math.min(to, tr.doc.content.size) }))
        .run();
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(take, AFTER_COMPOSITION_MS);
    };
    dom.addEventListener('compositionend', later);
    take();
    return () => {
      clearTimeout(timer);
      dom.removeEventListener('compositionend', later);
    };
  }, [editor, echoes, value]);
}
