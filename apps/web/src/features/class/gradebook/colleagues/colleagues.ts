import { locale } from '../../../../base/language.ts';

/** A person's position in a gradebook, by ids; both null: in no cell and in no row. */
export interface Spot {
  readonly item: number | null;
  readonly student: number | null;
}

export interface Colleague extends Spot {
  readonly accountId: string;
  readonly name: string;
}

export const NOWHERE: Spot = { item: null, student: null };

type Listener = () => void;

/** The interval at which events are shown together, so that a flood of them cannot keep a page drawing. */
const SHOW_AFTER_MS = 50;
const NOBODY: readonly string[] = [];
const keyOf = (item: number | null, student: number | null): string => `${item}.${student}`;

/**
 * The colleagues in this gradebook and their positions. Cells are observed separately, so that a move redraws only two
 * of them.
 */
export class Colleagues {
  /** The names by account. */
  private names: ReadonlyMap<string, string> = new Map();
  /** The names of everybody who was here since the page opened. */
  private readonly everyName = new Map<string, string>();
  /** The positions; one may be known before the name. */
  private readonly spots = new Map<string, Spot>();
  private shown: readonly Colleague[] = [];
  private namesByCell: ReadonlyMap<string, readonly string[]> = new Map();
  private readonly listeners = new Set<Listener>();
  private readonly cellListeners = new Map<string, Set<Listener>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Sets the people who are here. */
  setPresent(names: ReadonlyMap<string, string>): void {
    for (const id of this.names.keys()) if (!names.has(id)) this.spots.delete(id);
    this.names = names;
    for (const [id, name] of names) this.everyName.set(id, name);
    this.request();
  }

  move(accountId: string, spot: Spot): void {
    this.spots.set(accountId, spot);
    this.request();
  }

  /** Clears everything. */
  clear(): void {
    this.spots.clear();
    this.setPresent(new Map());
  }

  /** Returns the name of an account that is or was here. */
  nameOf(accountId: number): string | undefined {
    return this.everyName.get(String(accountId));
  }

  /** Returns the colleagues by name. */
  list = (): readonly Colleague[] => this.shown;

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Returns the names of colleagues in this cell. */
  namesAt = (item: number, student: number): readonly string[] => this.namesByCell.get(keyOf(item, student)) ?? NOBODY;

  subscribeCell(item: number, student: number, listener: Listener): () => void {
    const key = keyOf(item, student);
    const known = this.cellListeners.get(key) ?? new Set();
    this.cellListeners.set(key, known.add(listener));
    return () => {
      known.delete(listener);
      if (known.size === 0 && this.cellListeners.get(key) === known) this.cellListeners.delete(key);
    };
  }

  private request(): void {
    this.timer ??= setTimeout(() => this.show(), SHOW_AFTER_MS);
  }

  private show(): void {
    this.timer = undefined;
    const order = new Intl.Collator(locale());
    this.shown = [...this.names]
      .map(([accountId, name]) => ({ accountId, name, ...(this.spots.get(accountId) ?? NOWHERE) }))
      .sort((a, b) => order.compare(a.name, b.name) || order.compare(a.accountId, b.accountId));
    const before = this.namesByCell;
    const after = new Map<string, string[]>();
    for (const { item, student, name } of this.shown)
      if (item !== null && student !== null) after.set(keyOf(item, student), [...(after.get(keyOf(item, student)) ?? []), name]);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key)?.join('\n') !== after.get(key)?.join('\n'));
    this.namesByCell = new Map([...after].map(([key, names]) => [key, changed.includes(key) ? names : before.get(key)!]));
    for (const key of changed) for (const listener of this.cellListeners.get(key) ?? []) listener();
    for (const listener of this.listeners) listener();
  }
}
