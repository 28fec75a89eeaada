/** A value of a field on both sides. It is compared exactly, so numbers are rounded and texts trimmed before. */
export type SyncValue = string | number | boolean | null;

/** `both`: either side may change it; `in`: theirs alone; `out`: ours alone. */
export type SyncDirection = 'both' | 'in' | 'out';

/**
 * The outcome for one field. `same`: nothing. `to-ours`: theirs is copied here. `to-theirs`: ours is sent there.
 * `agreed`: both sides have independently changed to the same value. `conflict`: a person chooses, and neither changes.
 */
export type FieldOutcome = 'same' | 'to-ours' | 'to-theirs' | 'agreed' | 'conflict';

/**
 * Merges one field three ways, against the last value that both sides agreed on. One side changed: its value is copied.
 * Both changed to the same: they agree. Both differently: a conflict. A field that only one side may change takes that
 * side's value. `base` undefined: they never agreed on it, so different values are a conflict, unless one of them is
 * empty.
 */
export function mergeField(base: SyncValue | undefined, ours: SyncValue, theirs: SyncValue, direction: SyncDirection = 'both'): FieldOutcome {
  if (ours === theirs) return base === theirs ? 'same' : 'agreed';
  if (direction === 'in') return 'to-ours';
  if (direction === 'out') return 'to-theirs';
  if (base === undefined) return isEmpty(ours) ? 'to-ours' : isEmpty(theirs) ? 'to-theirs' : 'conflict';
  if (ours === base) return 'to-ours';
  if (theirs === base) return 'to-theirs';
  return 'conflict';
}

const isEmpty = (value: SyncValue): boolean => value === null || value === '';

export type SyncFields = Readonly<Record<string, SyncValue>>;

export interface Merge {
  /** The fields to copy here, with their values there. */
  toOurs: Record<string, SyncValue>;
  /** The fields to send, with their values here. */
  toTheirs: Record<string, SyncValue>;
  conflicts: string[];
  /** The values both agree on once `toOurs` is applied; unsent and conflicting fields keep their previous base. */
  base: Record<string, SyncValue>;
}

/** Applies `mergeField` to every field that `directions` names. */
export function mergeFields(
  base: Readonly<Record<string, SyncValue | undefined>>,
  ours: SyncFields,
  theirs: SyncFields,
  directions: Readonly<Record<string, SyncDirection>>,
): Merge {
  const merge: Merge = { toOurs: {}, toTheirs: {}, conflicts: [], base: {} };
  for (const [field, direction] of Object.entries(directions)) {
    const [agreed, here, there] = [base[field], ours[field] ?? null, theirs[field] ?? null];
    const outcome = mergeField(agreed, here, there, direction);
    if (outcome === 'to-ours') merge.toOurs[field] = there;
    else if (outcome === 'to-theirs') merge.toTheirs[field] = here;
    else if (outcome === 'conflict') merge.conflicts.push(field);
    const isSettled = outcome === 'same' || outcome === 'agreed' || outcome === 'to-ours';
    // for values to send, theirs stays the base until Google confirms ours, so that no unsent value counts as sent
    if (isSettled || outcome === 'to-theirs') merge.base[field] = there;
    else if (agreed !== undefined) merge.base[field] = agreed;
  }
  return merge;
}
