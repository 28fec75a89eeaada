/** A value of a field that two sides keep: compared as it is, so numbers are rounded and texts trimmed before. */
export type SyncValue = string | number | boolean | null;

/** `both`: either side may change it; `in`: theirs alone; `out`: ours alone. */
export type SyncDirection = 'both' | 'in' | 'out';

/**
 * What becomes of one field. `same`: nothing. `to-ours`: theirs is taken here. `to-theirs`: ours goes there. `agreed`: both
 * came to the same by themselves. `conflict`: a person chooses, and neither is touched.
 */
export type FieldOutcome = 'same' | 'to-ours' | 'to-theirs' | 'agreed' | 'conflict';

/**
 * Three-way merge of one field against what both sides last agreed on. One side changed: its value goes over. Both changed
 * to the same: they agree. Both differently: a conflict. A field that only one side may change takes that side's value.
 * `base` undefined: they never agreed on it, so different values are a conflict, unless one of them is empty.
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
  /** Fields to take here, with their values there. */
  toOurs: Record<string, SyncValue>;
  /** Fields to send, with their values here. */
  toTheirs: Record<string, SyncValue>;
  conflicts: string[];
  /** What both agree on once `toOurs` is taken; what is still to be sent, and what conflicts, is as it was. */
  base: Record<string, SyncValue>;
}

/** `mergeField` for every field that `directions` names. */
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
    // of what goes out theirs stays the base until Google confirms ours, so that nothing is believed that was not sent
    if (isSettled || outcome === 'to-theirs') merge.base[field] = there;
    else if (agreed !== undefined) merge.base[field] = agreed;
  }
  return merge;
}
