import type { Editor } from '@tiptap/core';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './editor.module.css';
import { useEvent } from '../../../base/use-event.ts';

/**
 * A small form between tools and text. It is not a `<form>`, since the editor may be in one. Enter applies, Escape
 * returns to the text, and neither reaches the surrounding dialog. The focus starts in its first field.
 */
export function Panel({ editor, onApply, onDone, children }: { editor: Editor; onApply: () => void; onDone: () => void; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const onKey = useEvent((event: KeyboardEvent) => {
    const isApply = event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (!isApply && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isApply) return onApply();
    onDone();
    editor.commands.focus();
  });
  useEffect(() => {
    const element = host.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    element?.addEventListener('keydown', listener);
    element?.querySelector('input')?.focus();
    // Above the part that sticks to the bottom of the screen.
    element?.scrollIntoView?.({ block: 'nearest' });
    return () => element?.removeEventListener('keydown', listener);
  }, [onKey]);
  return (
    <div ref={host} className={styles.panel} role="group">
      {children}
    </div>
  );
}
