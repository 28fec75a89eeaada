/** A draft with its planned posting time. */
interface Draft {
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: Date | null;
  /** The posting time that passed while its class was archived. */
  missed_at: Date | null;
}

/** Returns the posting time that a draft missed and that nobody has handled yet, as an instant. Null: none. */
export const findMissedAt = ({ state, scheduled_at, missed_at }: Draft): string | null =>
  state === 'DRAFT' && scheduled_at === null ? (missed_at?.toISOString() ?? null) : null;
