import { standingOf, type DraftItem, type Keeping } from '../../lesson/outbox/index.ts';

/** What the bar says about the words and the choice above it: always where they really are. */
export type SaveState =
  | { is: 'nothing' }
  /** The server has it. */
  | { is: 'saved'; at: string }
  /** On this device, on its way. */
  | { is: 'on-device'; atMs: number }
  /** Nowhere but in this page. */
  | { is: 'only-here' }
  /** The server does not take it. */
  | { is: 'refused'; message: string };

/** Pure: from what the outbox has of the form. */
export function saveStateOf(draft: DraftItem | undefined, keeping: Keeping): SaveState {
  if (!draft) return { is: 'nothing' };
  if (draft.refusal) return { is: 'refused', message: draft.refusal.message };
  if (standingOf(draft) === 'received' && draft.saved_at !== null) return { is: 'saved', at: draft.saved_at };
  return keeping === 'memory' ? { is: 'only-here' } : { is: 'on-device', atMs: draft.written_at };
}
