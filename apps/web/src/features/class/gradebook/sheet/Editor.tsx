import { type ClipboardEvent, useLayoutEffect, useRef } from 'react';
import { useLeaving } from '../use-leaving.ts';
import type { Opening } from '../edits.ts';
import { t } from '../../../../base/t.ts';
import { pointsText } from '../words.ts';
import styles from './Sheet.module.css';

/** The start of an edit: replacing the old value or editing it. */
export interface Editing {
  text: string;
  isOver: boolean;
  opening: Opening;
}

interface EditorProps {
  label: string;
  editing: Editing;
  maxPoints: number | null;
  /**
   * `typed` is null when the edit is abandoned. `key` is the key that ended it; empty when the focus moved elsewhere.
   */
  onDone: (typed: string | null, key: string, shiftKey: boolean) => void;
  /** Called when several cells are pasted into one. */
  onPasteRange: (text: string) => void;
}

/** The input of the edited cell. Arrow keys leave it if typing replaced the old value, as in a spreadsheet. */
export function Editor({ label, editing, maxPoints, onDone, onPasteRange }: EditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    if (!editing.isOver) current?.select();
  }, [editing.isOver]);
  const done = (typed: string | null, key: string, shiftKey = false): void => {
    if (isDone.current) return;
    isDone.current = true;
    // An unchanged edit saves nothing, even if a new value arrived in the cell.
    const isUntouched = !editing.isOver && typed === editing.text;
    onDone(isUntouched ? null : typed, key, shiftKey);
  };
  useLeaving(() => field.current && done(field.current.value, ''));
  return (
    <span className={styles.editor}>
      <input
        ref={field}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        aria-label={label}
        defaultValue={editing.text}
        onKeyDown={(event) => {
          const { key, shiftKey } = event;
          if (event.nativeEvent.isComposing) return;
          event.stopPropagation();
          if (key === 'Escape') {
            event.preventDefault();
            done(null, key);
          } else if (key === 'Enter' || key === 'Tab' || (editing.isOver && key.startsWith('Arrow'))) {
            event.preventDefault();
            done(event.currentTarget.value, key, shiftKey);
          }
        }}
        onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
          event.stopPropagation();
          const text = event.clipboardData.getData('text/plain');
          if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return;
          event.preventDefault();
          done(null, '');
          onPasteRange(text);
        }}
        onBlur={(event) => done(event.currentTarget.value, '')}
      />
      {maxPoints !== null && <span className={styles.outOf}>{t('sheet.outOf', { points: pointsText(maxPoints) })}</span>}
    </span>
  );
}
