import type { Editor } from '@tiptap/core';
import { useEffect, useReducer } from 'react';

/** Renders anew whenever text or selection of the editor change, so that toggles show what is on. */
export function useRerenderOn(editor: Editor): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on('transaction', rerender);
    return () => {
      editor.off('transaction', rerender);
    };
  }, [editor]);
}
