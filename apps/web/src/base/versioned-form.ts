import { useEffect, useRef, useState } from 'react';
import { isApiError } from './api-error.ts';
import { randomId } from './random-id.ts';

/**
 * A row that knows its last save. The server refuses a save of an older version with `EDIT_CONFLICT` and the newer row.
 */
export interface Versioned {
  readonly updated_at?: string | null;
}
export type Faults = Readonly<Record<string, string>>;
export type Side = 'mine' | 'theirs';

/** The person who saved a row. */
export interface Editor {
  readonly name: string;
  readonly isSelf: boolean;
}

export interface Merged<Values> {
  /** The typed values, with the newer values in unchanged fields. */
  readonly values: Values;
  /** Unchanged here and changed there: the newer value is used. */
  readonly taken: readonly (keyof Values & string)[];
  /** Changed differently by both: the person chooses. */
  readonly differing: readonly (keyof Values & string)[];
}

/** The conflict after two people saved one row. */
export interface Conflict<Values> extends Omit<Merged<Values>, 'values'> {
  /** The other person, or null if the server does not give one. */
  readonly by: Editor | null;
  readonly at: string | null;
  readonly mine: Values;
  readonly theirs: Values;
  /** The person's choices by field. Without a choice, mine is saved. */
  readonly chosen: Readonly<Record<string, Side>>;
}

export type IsSame<Values> = (left: unknown, right: unknown, field: keyof Values & string) => boolean;
const isSameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const fieldsOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[];
const pick = <Values extends object>(values: Values, fields: readonly (keyof Values & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;

/**
 * Pure. Merges a row that was saved by someone else: typed values are kept, and unchanged fields take the newer values,
 * otherwise the next save would restore the older ones unnoticed. `base` null: the original version is unknown, so
 * every field counts as typed.
 */
export function mergeNewer<Values extends object>(base: Values | null, typed: Values, newer: Values, isSame: IsSame<Values> = isSameJson): Merged<Values> {
  const fields = fieldsOf(newer);
  const isMine = (field: keyof Values & string) => field in typed && (base === null || !isSame(typed[field], base[field], field));
  const isTheirs = (field: keyof Values & string) => base === null || !isSame(newer[field], base[field], field);
  return {
    values: { ...newer, ...pick(typed, fields.filter(isMine)) },
    taken: fields.filter((field) => base && !isMine(field) && isTheirs(field)),
    differing: fields.filter((field) => isMine(field) && isTheirs(field) && !isSame(typed[field], newer[field], field)),
  };
}

/** The values typed on an earlier visit. */
export interface Begun<Values> {
  readonly values: Values;
  /** The version that they were typed over; null if unknown. */
  readonly on: Values | null;
  /** True when the row was saved since. */
  readonly isOutdated: boolean;
}

export interface VersionedFormOptions<Row extends Versioned, Values extends object, Answer> {
  /** The row, or null for a new one. A newer version that is loaded later is used as long as nothing is typed. */
  row: Row | null;
  /** Pure. Returns the form's values for a row; null: for a new one. */
  toValues: (row: Row | null) => Values;
  /**
   * Saves or creates a row. `key`: the same for the same values on the same version, so that a repeated call counts
   * once.
   */
  save: (values: Values, base: Row | null, key: string) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
  begun?: Begun<Values> | null;
  isSame?: IsSame<Values>;
  /** Pure. Applies consequences within the form of the typed values. */
  settle?: (values: Values) => Values;
  /** Returns the errors before the server is asked, by field. */
  findFaults?: (values: Values, base: Row | null) => Faults;
  /** Refusals that carry the newer row. */
  conflictCodes?: readonly string[];
  /** Returns the field that shows a message of the server. */
  fieldOf?: (name: string) => string;
  /** Finds the person who saved the newer row; null when that cannot be known now. */
  findEditor?: (newer: Row) => Promise<Editor | null>;
  /** Called with the form's current values and their base, to store them on the device. */
  onTyped?: (values: Values, start: Values, base: Row | null) => void;
  /** Called for a failed save that is not a conflict. */
  onFailure?: (failure: unknown, faults: Faults) => void;
}

interface State<Row, Values> {
  base: Row | null;
  start: Values;
  values: Values;
  conflict: Conflict<Values> | null;
}

/**
 * A form for a row with a version, or for a new one. Errors are shown at their fields, from the client and the server.
 * When another person has saved the row since, neither side loses anything: fields that only one side changed are
 * merged, fields that both changed are chosen one by one, and the next save uses the newer version.
 */
export function useVersionedForm<Row extends Versioned, Values extends object, Answer>({
  row,
  toValues,
  save,
  onSaved,
  begun,
  isSame = isSameJson,
  settle = (values) => values,
  findFaults,
  conflictCodes = ['EDIT_CONFLICT'],
  fieldOf = (name) => name,
  findEditor,
  onTyped,
  onFailure,
}: VersionedFormOptions<Row, Values, Answer>) {
  const [state, setState] = useState<State<Row, Values>>(() => {
    const start = toValues(row);
    if (!begun) return { base: row, start, values: start, conflict: null };
    return begun.isOutdated && row ? meet(row, begun.values, begun.on, null) : { base: row, start, values: begun.values, conflict: null };
  });
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const sent = useRef({ text: '', key: '' });
  /** The latest state, so that two changes in a row, or one after a wait, build on each other. */
  const latest = useRef(state);
  const { base, start, values, conflict } = state;
  const typed = fieldsOf(values).filter((field) => !isSame(values[field], start[field], field));
  const isDirty = typed.length > 0;

  /** Applies our values to another person's version, with the differences. */
  function meet(newer: Row, mine: Values, on: Values | null, by: Editor | null): State<Row, Values> {
    const theirs = toValues(newer);
    const { values: merged, taken, differing } = mergeNewer(on, mine, theirs, isSame);
    return {
      base: newer,
      start: theirs,
      values: settle(merged),
      conflict: { by, at: newer.updated_at ?? null, mine, theirs, taken, differing, chosen: {} },
    };
  }

  function show(next: State<Row, Values>): void {
    latest.current = next;
    setState(next);
  }

  function put(next: State<Row, Values>): void {
    show(next);
    onTyped?.(next.values, next.start, next.base);
  }

  /** Returns to a row in its current state. */
  function restart(from: Row | null = base, fresh: Values = toValues(from)): void {
    show({ base: from, start: fresh, values: fresh, conflict: null });
    setFaults({});
    setError(null);
  }

  const isNewer = row !== null && row !== base && (base === null || (row.updated_at ?? '') > (base.updated_at ?? ''));
  useEffect(() => {
    if (isNewer && !isDirty && !pending) restart(row);
  });

  async function refuse(failure: unknown): Promise<void> {
    if (base && isApiError(failure) && conflictCodes.includes(failure.code) && failure.params['row']) {
      const newer = failure.params['row'] as Row;
      const by = (await findEditor?.(newer)) ?? null;
      // uses the form's current values, since typing may continue during a save
      return put(meet(newer, latest.current.values, latest.current.start, by));
    }
    const found: Record<string, string> = {};
    for (const [name, texts] of isApiError(failure) ? Object.entries(failure.errors) : []) {
      const field = fieldOf(name);
      found[field] = [found[field], ...texts].filter(Boolean).join(' ');
    }
    setFaults(found);
    // errors that belong to no field of the form are shown above it
    const names = Object.keys(found);
    if (names.length === 0 || names.some((name) => !((name.split('.')[0] ?? '') in values))) setError(failure);
    return onFailure?.(failure, found);
  }

  function forget(fields: readonly string[]): void {
    // an index in a list means another row as soon as the list changes
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !fields.includes(name.split('.')[0] ?? ''))));
  }

  function change(part: Partial<Values>): void {
    const before = latest.current;
    const now = settle({ ...before.values, ...part });
    const changed = Object.keys(part);
    const meeting = before.conflict?.differing.filter((field) => changed.includes(field)) ?? [];
    // fields typed after a conflict are mine from then on
    const chosen = Object.fromEntries(meeting.map((field) => [field, 'mine' as const]));
    const conflict = before.conflict && {
      ...before.conflict,
      mine: { ...before.conflict.mine, ...pick(now, meeting) },
      chosen: { ...before.conflict.chosen, ...chosen },
    };
    put({ ...before, values: now, conflict });
    forget(changed);
  }

  return {
    values,
    /** The form's initial values: the row as last loaded or merged. */
    start,
    base,
    faults,
    error,
    conflict,
    pending,
    /** The fields that differ from the row. */
    typed,
    isDirty,
    /** True when the row was deleted or archived since, so it cannot be saved. */
    isGone: base !== null && isApiError(error) && error.status === 404,
    change,
    restart,
    /** Starts the form with these values if nothing was typed yet. */
    begin(part: Partial<Values>): void {
      const { start, values } = latest.current;
      const begins = pick(
        part as Values,
        fieldsOf(part as Values).filter((field) => isSame(values[field], start[field], field)),
      );
      show({ ...latest.current, start: { ...start, ...begins }, values: { ...values, ...begins } });
    },
    /** Resumes values typed earlier, over the version of that time. */
    async resume({ values: earlier, on, isOutdated }: Begun<Values>): Promise<void> {
      if (base && isOutdated) put(meet(base, earlier, on, (await findEditor?.(base)) ?? null));
      else put({ ...latest.current, values: settle(earlier) });
    },
    /** Chooses, in a conflict, whose version of these fields is saved. */
    choose(fields: readonly (keyof Values & string)[], whose: Side): void {
      const { conflict, values } = latest.current;
      if (!conflict) return;
      const chosen = { ...conflict.chosen, ...Object.fromEntries(fields.map((field) => [field, whose])) };
      put({ ...latest.current, values: settle({ ...values, ...pick(conflict[whose], fields) }), conflict: { ...conflict, chosen } });
      forget(fields);
    },
    /** Shows errors that were found elsewhere, replacing all others. */
    blame(found: Faults): void {
      setFaults(found);
      setError(null);
    },
    /** Removes the errors of these fields. */
    forget,
    /** Saves the form. Returns true when it is saved. */
    async save(): Promise<boolean> {
      const found = findFaults?.(values, base) ?? {};
      setFaults(found);
      setError(null);
      if (Object.keys(found).length > 0) return false;
      const text = JSON.stringify([values, base?.updated_at]);
      if (text !== sent.current.text) sent.current = { text, key: randomId() };
      setPending(true);
      try {
        onSaved(await save(values, base, sent.current.key));
        return true;
      } catch (failure) {
        await refuse(failure);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
export type VersionedForm<Values extends object> = Pick<
  ReturnType<typeof useVersionedForm<Versioned, Values, unknown>>,
  'values' | 'faults' | 'error' | 'conflict' | 'typed' | 'isGone' | 'choose'
>;
