/** A row of the outbox: an event without a number. */
export interface OutboxRow {
  id: number;
  epoch: number;
  name: string;
  payload: Record<string, unknown>;
  /** Set when it may be joined with others of its name. */
  item: number | null;
  /**
   * With an item: the field that carries it when an event has only one. Without: the list in the payload that may be
   * joined.
   */
  single_field: string | null;
  created_at: Date;
}

/** An event of a room before it is numbered, with the count of numbers that it takes of its epoch's sequence. */
export interface JoinedEvent {
  epoch: number;
  name: string;
  payload: Record<string, unknown>;
  numbers: number;
}

/** The maximum number of items in an event. More go into another event, so that a frame stays small. */
export const MAX_ITEMS_PER_EVENT = 1000;
/** The maximum size of one announcement, and of the lists joined into one event. */
export const MAX_PAYLOAD_BYTES = 32 * 1024;

/** Rows that become one event. */
interface Group {
  /** Adds a row. Returns false when there is no room for it. */
  take: (row: OutboxRow) => boolean;
  toEvent: () => JoinedEvent;
}

/**
 * Joins outbox rows, in the order of their ids, into events. Rows with an item are joined with those of the same epoch,
 * name and payload; a repeated item counts once. Rows with a list are joined with those of the same epoch, name and
 * other payload, one list after the other. A row with neither is a separate event, and nothing is joined across it:
 * earlier events are sent before it.
 */
export function joinRows(rows: readonly OutboxRow[]): JoinedEvent[] {
  const events: JoinedEvent[] = [];
  const groups = new Map<string, Group>();
  const closeGroups = (): void => {
    for (const group of groups.values()) events.push(group.toEvent());
    groups.clear();
  };
  for (const row of rows) {
    if (row.item === null && row.single_field === null) {
      closeGroups();
      events.push({ epoch: row.epoch, name: row.name, payload: row.payload, numbers: 1 });
      continue;
    }
    const key = keyOf(row);
    const group = groups.get(key);
    if (group?.take(row)) continue;
    if (group) events.push(group.toEvent());
    groups.set(key, row.item === null ? openListGroup(row) : openItemGroup(row));
  }
  closeGroups();
  return events;
}

function keyOf({ epoch, name, payload, item, single_field }: OutboxRow): string {
  const shared = item === null && single_field !== null ? { ...payload, [single_field]: null } : payload;
  return JSON.stringify([epoch, name, single_field, item === null, shared]);
}

function openItemGroup(first: OutboxRow): Group {
  const { epoch, name, payload, single_field } = first;
  const items = new Set([first.item as number]);
  return {
    take({ item }) {
      if (items.size >= MAX_ITEMS_PER_EVENT && !items.has(item as number)) return false;
      items.add(item as number);
      return true;
    },
    toEvent() {
      const single = single_field !== null && items.size === 1 ? { [single_field]: [...items][0] } : {};
      return { epoch, name, payload: { ...payload, ...single, items: [...items] }, numbers: items.size };
    },
  };
}

function openListGroup(first: OutboxRow): Group {
  const { epoch, name, payload } = first;
  const field = first.single_field as string;
  const list = [...(payload[field] as unknown[])];
  let bytes = countBytes(payload);
  let numbers = 1;
  return {
    take(row) {
      const more = countBytes(row.payload);
      if (bytes + more > MAX_PAYLOAD_BYTES) return false;
      list.push(...(row.payload[field] as unknown[]));
      bytes += more;
      numbers += 1;
      return true;
    },
    toEvent: () => ({ epoch, name, payload: { ...payload, [field]: list }, numbers }),
  };
}

const countBytes = (payload: Record<string, unknown>): number => Buffer.byteLength(JSON.stringify(payload));

/** A numbered event, exactly as it is broadcast and as the state call lists it. */
export interface RoomEvent extends Record<string, unknown> {
  name: string;
  epoch: number;
  from: number;
  sequence: number;
  /** The UTC instant by the database's clock. */
  server_time: string;
}

/** Returns how many numbers the events of each epoch take. */
export function countNumbers(events: readonly JoinedEvent[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { epoch, numbers } of events) counts.set(epoch, (counts.get(epoch) ?? 0) + numbers);
  return counts;
}
