import { useEffect, useRef, useState } from 'react';
import { isApiError } from './api-error.ts';
import { randomId } from './random-id.ts';

/** A row that knows when it was saved last; the server refuses a save on an older version with `EDIT_CONFLICT` and the newer row. */
export interface Versioned {
  readonly updated_at?: string | null;
}
export type Faults = Readonly<Record<string, string>>;
export type Whose = 'mine' | 'theirs';

/** Who saved a row. */
export interface Editor {
  readonly name: string;
  readonly isSelf: boolean;
}

export interface Merged<Values> {
  /** What was typed, with the newer values in what was left alone. */
  readonly values: Values;
  /** Left alone here and changed there: taken over. */
  readonly taken: readonly (keyof Values & string)[];
  /** Changed by both, and not to the same: the person chooses. */
  readonly differing: readonly (keyof Values & string)[];
}

/** Two people saved one row. */
export interface Conflict<Values> extends Omit<Merged<Values>, 'values'> {
  /** Null where the server does not say. */
  readonly by: Editor | null;
  readonly at: string | null;
  readonly mine: Values;
  readonly theirs: Values;
  /** By field, where the person has chosen; mine is what is saved where nobody has. */
  readonly chosen: Readonly<Record<string, Whose>>;
}

export type IsSame<Values> = (left: unknown, right: unknown, field: keyof Values & string) => boolean;
const isSameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const fieldsOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[];
const pick = <Values extends object>(values: Values, fields: readonly (keyof Values & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;

/**
 * Pure. Somebody saved the row meanwhile: what was typed is kept, and fields that were left alone take the newer values,
 * else the next save would quietly put the older ones back. `base` null: nobody knows what it was typed over, so that
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

/** What was typed on an earlier visit. */
export interface Begun<Values> {
  readonly values: Values;
  /** What it was typed over; null where nobody knows any more. */
  readonly on: Values | null;
  /** The row was saved since. */
  readonly isOutdated: boolean;
}

export interface VersionedFormOptions<Row extends Versioned, Values extends object, Answer> {
  /** Null: a new one. A newer one that is loaded later is taken over as long as nothing is typed. */
  row: Row | null;
  /** Pure. A form filled with a row; null: as a new one begins. */
  toValues: (row: Row | null) => Values;
  /** Saves a row, or makes one. `key`: the same for the same values on the same version, so that a repeated call counts once. */
  save: (values: Values, base: Row | null, key: string) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
  begun?: Begun<Values> | null;
  isSame?: IsSame<Values>;
  /** Pure. What follows within the form from what was typed. */
  settle?: (values: Values) => Values;
  /** What is wrong before the server is asked, by field. */
  findFaults?: (values: Values, base: Row | null) => Faults;
  /** Refusals that carry the newer row. */
  conflictCodes?: readonly string[];
  /** The field that a message of the server stands beside. */
  fieldOf?: (name: string) => string;
  /** Who saved the newer row; null where that cannot be known now. */
  findEditor?: (newer: Row) => Promise<Editor | null>;
  /** Told of whatever the form holds now and what it was typed over: to keep it on the device. */
  onTyped?: (values: Values, start: Values, base: Row | null) => void;
  /** Told of a failed save that is no conflict. */
  onFailure?: (failure: unknown, faults: Faults) => void;
}

interface State<Row, Values> {
  base: Row | null;
  start: Values;
  values: Values;
  conflict: Conflict<Values> | null;
}

/**
 * A form over a row with a version, or over a new one. Faults stand by field, whoever finds them. When somebody saved the
 * row meanwhile, nothing of either is lost: what only one side changed is merged, what both changed is chosen field by
 * field, and the next save builds on the newer version.
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
  /** Two changes in one breath, or one after a pause, build on each other. */
  const latest = useRef(state);
  const { base, start, values, conflict } = state;
  const typed = fieldsOf(values).filter((field) => !isSame(values[field], start[field], field));
  const isDirty = typed.length > 0;

  /** Somebody else's version: ours on top of it, and what differs. */
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

  /** Back to a row as it is. */
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
      // as the form is by now: text can be typed on while it is saved
      return put(meet(newer, latest.current.values, latest.current.start, by));
    }
    const found: Record<string, string> = {};
    for (const [name, texts] of isApiError(failure) ? Object.entries(failure.errors) : []) {
      const field = fieldOf(name);
      found[field] = [found[field], ...texts].filter(Boolean).join(' ');
    }
    setFaults(found);
    // what belongs to no field of the form stands above it
    const names = Object.keys(found);
    if (names.length === 0 || names.some((name) => !((name.split('.')[0] ?? '') in values))) setError(failure);
    return onFailure?.(failure, found);
  }

  function forget(fields: readonly string[]): void {
    // a place in a list means another row as soon as the list changes
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !fields.includes(name.split('.')[0] ?? ''))));
  }

  function change(part: Partial<Values>): void {
    const before = latest.current;
    const now = settle({ ...before.values, ...part });
    const changed = Object.keys(part);
    const meeting = before.conflict?.differing.filter((field) => changed.includes(field)) ?? [];
    // what is typed on after a conflict is mine from then on
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
    /** What the form began with: the row as it was loaded or met last. */
    start,
    base,
    faults,
    error,
    conflict,
    pending,
    /** Fields that say something else than the row does. */
    typed,
    isDirty,
    /** The row was deleted or archived meanwhile: there is nothing to save on. */
    isGone: base !== null && isApiError(error) && error.status === 404,
    change,
    restart,
    /** A form begins with this where nothing was typed yet. */
    begin(part: Partial<Values>): void {
      const { start, values } = latest.current;
      const begins = pick(
        part as Values,
        fieldsOf(part as Values).filter((field) => isSame(values[field], start[field], field)),
      );
      show({ ...latest.current, start: { ...start, ...begins }, values: { ...values, ...begins } });
    },
    /** Takes up what was typed earlier, over a version of then. */
    async resume({ values: earlier, on, isOutdated }: Begun<Values>): Promise<void> {
      if (base && isOutdated) put(meet(base, earlier, on, (await findEditor?.(base)) ?? null));
      else put({ ...latest.current, values: settle(earlier) });
    },
    /** In a conflict: whose version of these fields is saved. */
    choose(fields: readonly (keyof Values & string)[], whose: Whose): void {
      const { conflict, values } = latest.current;
      if (!conflict) return;
      const chosen = { ...conflict.chosen, ...Object.fromEntries(fields.map((field) => [field, whose])) };
      put({ ...latest.current, values: settle({ ...values, ...pick(conflict[whose], fields) }), conflict: { ...conflict, chosen } });
      forget(fields);
    },
    /** Shows faults that were found elsewhere, and none else. */
    blame(found: Faults): void {
      setFaults(found);
      setError(null);
    },
    /** Takes the faults of these fields away. */
    forget,
    /** True when it is saved. */
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
