import type { Editor } from '@tiptap/core';
import { useEffect, useReducer } from 'react';

/** Renders again whenever the editor's text or selection changes, so that toggles show their state. */
export function useRerenderOn(editor: Editor): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on('transaction', rerender);
    return () => {
      editor.off('transaction', rerender);
    };
  }, [editor]);
}
