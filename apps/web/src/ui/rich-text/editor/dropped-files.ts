import { Extension, type Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { listPastedFiles } from '../pasted-files.ts';

/** Takes files to insert into the text as images; null if a text takes none. */
export type FileTaker = (files: File[]) => void;

const takers = new WeakMap<Editor, FileTaker>();

/** Sends files that are pasted into an editor or dropped on it to `taker`. Returns a function that ends this. */
export function takeFiles(editor: Editor, taker: FileTaker): () => void {
  takers.set(editor, taker);
  return () => void takers.delete(editor);
}

/** Passes pasted or dropped files to the current taker. An image that is only moved within the text does not count. */
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
          handlePaste: (_view, event) => hand(event, listPastedFiles(event.clipboardData)),
          handleDrop: (view, event) => {
            if (view.dragging) return false;
            const files = listPastedFiles(event.dataTransfer);
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            if (files.length > 0 && at) editor.commands.setTextSelection(at.pos);
            return hand(event, files);
          },
          handleDOMEvents: {
            // Otherwise the browser would leave the page and open the file.
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
