import { standingOf, type DraftItem, type Keeping } from '../../lesson/outbox/index.ts';

/** The state that the bar shows for the text and the choice above it: always where they really are. */
export type SaveState =
  | { is: 'nothing' }
  /** The server has it. */
  | { is: 'saved'; at: string }
  /** It is on this device and being sent. */
  | { is: 'on-device'; atMs: number }
  /** It is only in this page. */
  | { is: 'only-here' }
  /** The server refuses it. */
  | { is: 'refused'; message: string };

/** Pure. Returns the state from the form's outbox item. */
export function saveStateOf(draft: DraftItem | undefined, keeping: Keeping): SaveState {
  if (!draft) return { is: 'nothing' };
  if (draft.refusal) return { is: 'refused', message: draft.refusal.message };
  if (standingOf(draft) === 'received' && draft.saved_at !== null) return { is: 'saved', at: draft.saved_at };
  return keeping === 'memory' ? { is: 'only-here' } : { is: 'on-device', atMs: draft.written_at };
}
