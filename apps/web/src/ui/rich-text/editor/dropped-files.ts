import { Extension, type Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { givenFiles } from '../given-files.ts';

/** Takes files, to be put into the text as pictures; null where a text takes none. */
export type FileTaker = (files: File[]) => void;

const takers = new WeakMap<Editor, FileTaker>();

/** From now on files that are pasted into an editor or dropped on it go to `taker`. Returns the way to end that. */
export function takeFiles(editor: Editor, taker: FileTaker): () => void {
  takers.set(editor, taker);
  return () => void takers.delete(editor);
}

/** Hands files that are pasted or dropped to whoever takes them; a picture that is only moved within the text is none. */
export const DroppedFiles = Extension.create({
  name: 'droppedFiles',
  addProseMirrorPlugins() {
    const { editor } = this;
    const hand = (event: Event, files: File[]): boolean => {
      const taker = takers.get(editor);
      if (!taker || !editor.isEditable || files.length === 0) return false;
      event.preventDefault();
      event.stopPropagation();
      taker(files);
      return true;
    };
    return [
      new Plugin({
        props: {
          handlePaste: (_view, event) => hand(event, givenFiles(event.clipboardData)),
          handleDrop: (view, event) => {
            if (view.dragging) return false;
            const files = givenFiles(event.dataTransfer);
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            if (files.length > 0 && at) editor.commands.setTextSelection(at.pos);
            return hand(event, files);
          },
          handleDOMEvents: {
            // or the browser leaves the page for the file
            dragover: (_view, event) => {
              if (takers.has(editor) && event.dataTransfer?.types.includes('Files')) event.preventDefault();
              return false;
            },
          },
        },
      }),
    ];
  },
});
