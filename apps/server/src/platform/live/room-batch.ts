/** A row of the outbox: what happened, without a number. */
export interface OutboxRow {
  id: number;
  epoch: number;
  name: string;
  payload: Record<string, unknown>;
  /** Set: may be joined with others of its name. */
  item: number | null;
  /** The field that carries the item when an event has only one. */
  single_field: string | null;
  created_at: Date;
}

/** An event of a room, counted but not placed yet: how many numbers of its epoch's sequence it takes. */
export interface JoinedEvent {
  epoch: number;
  name: string;
  payload: Record<string, unknown>;
  numbers: number;
}

/** More items go into a further event, so that a frame stays small. */
export const MAX_ITEMS_PER_EVENT = 1000;

interface Group {
  row: OutboxRow;
  items: Set<number>;
}

/**
 * Joins outbox rows, in the order of their ids, into events. Rows with an item are joined with those of the same epoch,
 * name and payload; an item that stands twice counts once. A row without an item is an event of its own, and nothing is
 * joined across it: what came before goes out before.
 */
export function joinRows(rows: readonly OutboxRow[]): JoinedEvent[] {
  const events: JoinedEvent[] = [];
  const groups = new Map<string, Group>();
  const closeGroups = (): void => {
    for (const { row, items } of groups.values()) events.push(toItemEvent(row, [...items]));
    groups.clear();
  };
  for (const row of rows) {
    if (row.item === null) {
      closeGroups();
      events.push({ epoch: row.epoch, name: row.name, payload: row.payload, numbers: 1 });
      continue;
    }
    const key = JSON.stringify([row.epoch, row.name, row.single_field, row.payload]);
    const group = groups.get(key);
    if (!group) groups.set(key, { row, items: new Set([row.item]) });
    else if (group.items.size < MAX_ITEMS_PER_EVENT || group.items.has(row.item)) group.items.add(row.item);
    else {
      events.push(toItemEvent(group.row, [...group.items]));
      groups.set(key, { row, items: new Set([row.item]) });
    }
  }
  closeGroups();
  return events;
}

function toItemEvent({ epoch, name, payload, single_field }: OutboxRow, items: number[]): JoinedEvent {
  const single = single_field !== null && items.length === 1 ? { [single_field]: items[0] } : {};
  return { epoch, name, payload: { ...payload, ...single, items }, numbers: items.length };
}

/** A numbered event, exactly as it is broadcast and as the state call lists it. */
export interface RoomEvent extends Record<string, unknown> {
  name: string;
  epoch: number;
  from: number;
  sequence: number;
  /** UTC instant by the database's clock. */
  server_time: string;
}

/** How many numbers the events of each epoch take. */
export function countNumbers(events: readonly JoinedEvent[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { epoch, numbers } of events) counts.set(epoch, (counts.get(epoch) ?? 0) + numbers);
  return counts;
}
