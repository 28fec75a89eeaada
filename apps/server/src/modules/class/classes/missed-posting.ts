/** A draft with the time at which it was to be posted. */
interface Draft {
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: Date | null;
  /** The posting time that passed while its class was archived. */
  missed_at: Date | null;
}

/** Returns the posting time that a draft of a class missed and that nobody has answered yet, as an instant; null: none. */
export const findMissedAt = ({ state, scheduled_at, missed_at }: Draft): string | null =>
  state === 'DRAFT' && scheduled_at === null ? (missed_at?.toISOString() ?? null) : null;
