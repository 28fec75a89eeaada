import { type KeyPress, movedBy, type Place } from '../../../../ui/grid/keys.ts';

/** The action that a key triggers while nothing is edited. */
export type KeyAct =
  | { act: 'move'; to: Place; extends: boolean }
  /** `text`: null keeps the cell's value. */
  | { act: 'edit'; text: string | null }
  | { act: 'clear' }
  | { act: 'open' }
  | { act: 'sort' }
  | { act: 'narrow' }
  | { act: 'all' }
  /** Opens a dialog for the selection, or the history of the cell. */
  | { act: 'many'; dialog: 'act' | 'return' | 'history' }
  | { act: 'undo' }
  | { act: 'redo' };

interface Pressed extends KeyPress {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Returns the action for a key. `rows`: the number of student rows. Only ArrowDown from the last one reaches the
 * averages row below.
 */
export function readKey(event: Pressed, at: Place, size: { rows: number; columns: number; page: number; isRtl: boolean }): KeyAct | null {
  const { key, shiftKey, altKey } = event;
  const isCtrl = event.ctrlKey || event.metaKey === true;
  if (altKey && !(key.length === 1 && isCtrl)) return null;
  if (key === 'F2') return shiftKey ? { act: 'open' } : { act: 'edit', text: null };
  if (key === 'F4') return { act: 'many', dialog: 'history' };
  if (key === 'Enter' && isCtrl) return { act: 'many', dialog: shiftKey ? 'return' : 'act' };
  if (key === 'Enter') return at.row < 0 ? { act: 'sort' } : { act: 'edit', text: null };
  if (key === 'Delete' || key === 'Backspace') return { act: 'clear' };
  if (key === 'Escape') return { act: 'narrow' };
  if (key === ' ' && at.row < 0) return { act: 'sort' };
  if (isCtrl && key.length === 1) {
    const letter = key.toLowerCase();
    if (letter === 'z') return { act: shiftKey ? 'redo' : 'undo' };
    if (letter === 'y') return { act: 'redo' };
    return letter === 'a' ? { act: 'all' } : null;
  }
  if (key.length === 1 && key !== ' ' && at.row >= 0) return { act: 'edit', text: key };
  if (key === 'ArrowDown' && !isCtrl && at.row === size.rows - 1) return { act: 'move', to: { ...at, row: size.rows }, extends: false };
  const to = movedBy(event, { ...at, row: Math.min(at.row, size.rows) }, size);
  return to && { act: 'move', to, extends: shiftKey && to.row >= 0 && at.row >= 0 };
}

/** Returns the cell that gets the focus after an edit. */
export function afterEdit(key: string, shiftKey: boolean, at: Place, size: { rows: number; columns: number }): Place {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const step = shiftKey ? -1 : 1;
  if (key === 'Enter') return { ...at, row: clamp(at.row + step, size.rows - 1) };
  if (key === 'Tab') return { ...at, column: clamp(at.column + step, size.columns - 1) };
  return at;
}
