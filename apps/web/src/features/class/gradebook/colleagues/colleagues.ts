import { locale } from '../../../../base/language.ts';

/** Where in a gradebook somebody is, by ids; both null: in no cell and in no row. */
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

/** What is heard within this time is shown at once: nobody who floods can keep a page drawing. */
const SHOW_AFTER_MS = 50;
const NOBODY: readonly string[] = [];
const keyOf = (item: number | null, student: number | null): string => `${item}.${student}`;

/** Who else looks at this gradebook and where each of them is. Cells are watched apart, so that a move draws two of them anew. */
export class Colleagues {
  /** Names by account. */
  private names: ReadonlyMap<string, string> = new Map();
  /** Of everybody who was here since the page opened. */
  private readonly everyName = new Map<string, string>();
  /** Somebody's place may be known before their name. */
  private readonly spots = new Map<string, Spot>();
  private shown: readonly Colleague[] = [];
  private namesByCell: ReadonlyMap<string, readonly string[]> = new Map();
  private readonly listeners = new Set<Listener>();
  private readonly cellListeners = new Map<string, Set<Listener>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** These are here, and nobody else. */
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

  /** Nothing is known any more. */
  clear(): void {
    this.spots.clear();
    this.setPresent(new Map());
  }

  /** The name of an account that is or was here. */
  nameOf(accountId: number): string | undefined {
    return this.everyName.get(String(accountId));
  }

  /** By name. */
  list = (): readonly Colleague[] => this.shown;

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Whose place is this cell. */
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
